import { sql } from 'kysely';
import type { Database, DatabaseKind, Handle } from '../db/index.ts';
import { column, rowsOf } from './list-rows.ts';
import { fieldNoOf, maxFields } from './table.ts';

/** A value in a field that is not unique. */
export interface ValuePlace {
  fieldNo: number;
  key: string;
}

/** Stands for no value. No value has it: texts begin with a sign, numbers and truths are never empty. */
export const absentKey = '';
/** So many entries are counted along the index at each question; more are counted once and then kept. */
const countedEntries = 1000;

const tableNoOf = ({ fieldNo }: ValuePlace): number => Math.floor(fieldNo / maxFields);

const keepsTotals = async (tx: Handle, tableNo: number): Promise<boolean> =>
  (await tx
    .selectFrom('value_totals')
    .select('field_no')
    .where('field_no', '>=', fieldNoOf(tableNo, 0))
    .where('field_no', '<', fieldNoOf(tableNo + 1, 0))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Part of the transaction that adds (1) or removes (-1) the entries, which are of one table. */
export const moveValueTotals = async (
  kind: DatabaseKind,
  tx: Handle,
  entries: readonly (readonly [fieldNo: number, key: string, recordNo: number])[],
  by: 1 | -1,
): Promise<void> => {
  const [first] = entries;
  if (!first || !(await keepsTotals(tx, tableNoOf({ fieldNo: first[0], key: '' })))) return;
  const moved = new Map<string, [fieldNo: number, key: string, change: number]>();
  for (const [fieldNo, key] of entries) {
    const name = `${fieldNo} ${key}`;
    const known = moved.get(name);
    if (known) known[2] += by;
    else moved.set(name, [fieldNo, key, by]);
  }
  await sql`update value_totals set total = total + moved.change
    from (select ${column(kind, 0, 'bigint')} as field_no, ${column(kind, 1, 'text')} as key,
      ${column(kind, 2, 'bigint')} as change from ${rowsOf(kind, [...moved.values()])}) as moved
    where value_totals.field_no = moved.field_no and value_totals.key = moved.key`.execute(tx);
};

const entriesWith = ({ fieldNo, key }: ValuePlace) =>
  key === absentKey
    ? sql`from absent_values where field_no = ${fieldNo}`
    : sql`from record_values where field_no = ${fieldNo} and key = ${key}`;

const countEntries = async (db: Handle, place: ValuePlace, limit?: number): Promise<number> => {
  const { rows } = await (limit === undefined
    ? sql<{ total: number }>`select count(*) as total ${entriesWith(place)}`
    : sql<{ total: number }>`select count(*) as total from
        (select 1 ${entriesWith(place)} limit ${limit}) as found`
  ).execute(db);
  return Number(rows[0]?.total ?? 0);
};

/** Writers of the table wait, so that nothing is added between the counting and the keeping. */
const countAndKeep = (db: Database, place: ValuePlace): Promise<number> =>
  db.transaction(async (tx) => {
    const opened = await tx
      .selectFrom('agent_tables')
      .select('table_no')
      .where('table_no', '=', tableNoOf(place))
      .where('removed_at', 'is', null)
      .$if(db.kind === 'postgres', (query) => query.forUpdate())
      .executeTakeFirst();
    const total = await countEntries(tx, place);
    if (opened)
      await tx
        .insertInto('value_totals')
        .values({ field_no: place.fieldNo, key: place.key, total })
        .onConflict((conflict) => conflict.columns(['field_no', 'key']).doNothing())
        .execute();
    return total;
  });

/** How many records have the value: exact, and in about the same time for few and for very many. */
export const countValue = async (db: Database, place: ValuePlace): Promise<number> => {
  const kept = await db.query
    .selectFrom('value_totals')
    .select('total')
    .where('field_no', '=', place.fieldNo)
    .where('key', '=', place.key)
    .executeTakeFirst();
  if (kept) return Number(kept.total);
  const some = await countEntries(db.query, place, countedEntries + 1);
  return some <= countedEntries ? some : countAndKeep(db, place);
};
