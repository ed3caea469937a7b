import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';
import { fieldNoOf, maxFields } from '../table.ts';
import { column, rowsOf } from './list-rows.ts';

/** A value in a field that is not unique. */
export interface ValuePlace {
  fieldNo: number;
  key: string;
}

/** Key for "no value". It cannot collide: keys of texts begin with `=`, keys of numbers and booleans are not empty. */
export const absentKey = '';
/** If one batch has this many rows with the same value, the value counts as common. */
const commonAtOnce = 5;

const tableNoOf = ({ fieldNo }: ValuePlace): number => Math.floor(fieldNo / maxFields);

const hasTotals = async (tx: Handle, tableNo: number): Promise<boolean> =>
  (await tx
    .selectFrom('value_totals')
    .select('field_no')
    .where('field_no', '>=', fieldNoOf(tableNo, 0))
    .where('field_no', '<', fieldNoOf(tableNo + 1, 0))
    .limit(1)
    .executeTakeFirst()) !== undefined;

type Moved = [fieldNo: number, key: string, change: number];

const sumUp = (entries: readonly (readonly [number, string, number])[], by: 1 | -1): Moved[] => {
  const moved = new Map<string, Moved>();
  for (const [fieldNo, key] of entries) {
    const name = `${fieldNo} ${key}`;
    const known = moved.get(name);
    if (known) known[2] += by;
    else moved.set(name, [fieldNo, key, by]);
  }
  return [...moved.values()];
};

/**
 * Part of the transaction that has added (1) or removed (-1) the entries, all of one table. A value that occurs
 * often in one batch is common: its total is stored from then on, before counting it becomes slow.
 */
export const moveValueTotals = async (
  tx: Handle,
  entries: readonly (readonly [fieldNo: number, key: string, recordNo: number])[],
  by: 1 | -1,
): Promise<void> => {
  const [first] = entries;
  if (!first) return;
  const moved = sumUp(entries, by);
  const columns = sql`${column(tx, 0, 'bigint')} as field_no, ${column(tx, 1, 'text')} as key`;
  if (await hasTotals(tx, tableNoOf({ fieldNo: first[0], key: '' })))
    await sql`update value_totals set total = total + moved.change
      from (select ${columns}, ${column(tx, 2, 'bigint')} as change from ${rowsOf(tx, moved)}) as moved
      where value_totals.field_no = moved.field_no and value_totals.key = moved.key`.execute(tx);
  const common = moved.filter(([, key, change]) => change >= commonAtOnce && key !== absentKey);
  if (common.length > 0)
    await sql`insert into value_totals (field_no, key, total)
      select field_no, key, (select count(*) from record_values
        where record_values.field_no = common.field_no and record_values.key = common.key)
      from (select ${columns} from ${rowsOf(tx, common)}) as common
      where not exists (select 1 from value_totals as kept
        where kept.field_no = common.field_no and kept.key = common.key)`.execute(tx);
};

const entriesWith = ({ fieldNo, key }: ValuePlace) =>
  key === absentKey
    ? sql`from absent_values where field_no = ${fieldNo}`
    : sql`from record_values where field_no = ${fieldNo} and key = ${key}`;

export const countEntries = async (db: Handle, place: ValuePlace, limit?: number): Promise<number> => {
  const { rows } = await (limit === undefined
    ? sql<{ total: number }>`select count(*) as total ${entriesWith(place)}`
    : sql<{ total: number }>`select count(*) as total from
        (select 1 ${entriesWith(place)} limit ${limit}) as found`
  ).execute(db);
  return Number(rows[0]?.total ?? 0);
};

/** Undefined if no total is stored. */
export const findStoredTotal = async (db: Handle, place: ValuePlace): Promise<number | undefined> => {
  const kept = await db
    .selectFrom('value_totals')
    .select('total')
    .where('field_no', '=', place.fieldNo)
    .where('key', '=', place.key)
    .executeTakeFirst();
  return kept && Number(kept.total);
};

/** Locks the table against writers, so that nothing is added between the count and the insert. */
export const countAndStore = async (tx: Handle, place: ValuePlace): Promise<number> => {
  const opened = await tx
    .selectFrom('agent_tables')
    .select('table_no')
    .where('table_no', '=', tableNoOf(place))
    .where('removed_at', 'is', null)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  const total = await countEntries(tx, place);
  if (opened)
    await tx
      .insertInto('value_totals')
      .values({ field_no: place.fieldNo, key: place.key, total })
      .onConflict((conflict) => conflict.columns(['field_no', 'key']).doNothing())
      .execute();
  return total;
};
