import { type RawBuilder, sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';
import type { Field, FieldValue } from '../table.ts';
import { valueKey } from '../values/value-key.ts';
import type { ReadQuery } from './record-query.ts';
import type { RecordRow } from './record-store.ts';

type Sql = RawBuilder<unknown>;

/** Range of record numbers: `first` is included, `end` is not. */
export interface NumberRange {
  first: number;
  end: number;
}

/** The index or table to scan. Its rows are in the order of the page, one record each. */
interface Source {
  from: Sql;
  recordNo: Sql;
  conditions: Sql[];
  order: Sql;
}

const indexOf = (field: Field, value: FieldValue): Sql =>
  sql.table(value === null ? 'absent_values' : field.unique ? 'unique_values' : 'record_values');

const entryIs = (alias: string, field: Field, value: FieldValue): Sql => {
  const inField = sql`${sql.ref(`${alias}.field_no`)} = ${field.fieldNo}`;
  return value === null ? inField : sql`${inField} and ${sql.ref(`${alias}.key`)} = ${valueKey(value)}`;
};

const within = (column: Sql, { first, end }: NumberRange): Sql =>
  sql`${column} >= ${first} and ${column} < ${end}`;

const textHolds = (db: Handle, text: Sql, keyword: string): Sql =>
  dialectOf(db) === 'sqlite'
    ? sql`instr(${text}, ${keyword}) > 0`
    : // Escapes the wildcards of LIKE.
      sql`${text} like ${`%${keyword.replace(/[\\%_]/g, '\\$&')}%`}`;

const sortSource = ({ field, descending }: { field: Field; descending: boolean }): Source => {
  const way = descending ? sql`desc` : sql`asc`;
  return {
    from: sql`${indexOf(field, '')} as lead`,
    recordNo: sql.ref('lead.record_no'),
    conditions: [sql`lead.field_no = ${field.fieldNo}`],
    order: sql`lead.key ${way}, lead.record_no ${way}`,
  };
};

/**
 * Chooses the index to scan: the sort field; a unique value; the trigrams of a keyword; another filter; all
 * records of the table. The other conditions are checked per record. Both databases then scan one index in the
 * order of the page and stop when it is full.
 */
const sourceOf = (db: Handle, query: ReadQuery, range: NumberRange): Source => {
  const { filters, keyword, match, sort } = query;
  const rest = [...filters];
  let textLeft = keyword;
  let source: Source;
  if (sort) source = sortSource(sort);
  else if (dialectOf(db) === 'sqlite' && match !== undefined && !filters[0]?.field.unique) {
    textLeft = undefined;
    source = {
      from: sql`record_search as lead`,
      recordNo: sql.ref('lead.rowid'),
      conditions: [sql`record_search match ${match}`],
      order: sql`lead.rowid`,
    };
  } else if (rest.length > 0) {
    const { field, value } = rest.shift()!;
    source = {
      from: sql`${indexOf(field, value)} as lead`,
      recordNo: sql.ref('lead.record_no'),
      conditions: [entryIs('lead', field, value)],
      order: sql`lead.record_no`,
    };
  } else {
    const conditions = textLeft === undefined ? [] : [textHolds(db, sql.ref('lead.text'), textLeft)];
    const walked = textLeft === undefined ? sql`records as lead` : sql`record_texts as lead`;
    textLeft = undefined;
    source = {
      from: walked,
      recordNo: sql.ref('lead.record_no'),
      conditions,
      order: sql`lead.record_no`,
    };
  }
  source.conditions.push(within(source.recordNo, range));
  for (const { field, value } of rest)
    source.conditions.push(sql`exists (select 1 from ${indexOf(field, value)} as other
      where ${entryIs('other', field, value)} and other.record_no = ${source.recordNo})`);
  if (textLeft !== undefined)
    source.conditions.push(sql`exists (select 1 from record_texts as spoken
      where spoken.record_no = ${source.recordNo} and ${textHolds(db, sql.ref('spoken.text'), textLeft)})`);
  return source;
};

export const countRecords = async (db: Handle, query: ReadQuery, range: NumberRange): Promise<number> => {
  const { from, conditions } = sourceOf(db, query, range);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from ${from} where ${sql.join(conditions, sql` and `)}`.execute(db);
  return Number(rows[0]?.total ?? 0);
};

interface Page {
  range: NumberRange;
  limit: number;
  offset: number;
}

const readRecords = async (db: Handle, wanted: readonly number[]): Promise<RecordRow[]> => {
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('records')
    .selectAll()
    .where('record_no', 'in', [...wanted])
    .execute();
  const byNumber = new Map(rows.map((row) => [row.record_no, row]));
  // Skips records that were deleted meanwhile.
  return wanted.flatMap((number) => byNumber.get(number) ?? []);
};

export const findRecords = async (
  db: Handle,
  query: ReadQuery,
  { range, limit, offset }: Page,
): Promise<RecordRow[]> => {
  const { from, recordNo, conditions, order } = sourceOf(db, query, range);
  const { rows } = await sql<{ record_no: number }>`
    select ${recordNo} as record_no from ${from} where ${sql.join(conditions, sql` and `)}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return readRecords(
    db,
    rows.map((row) => row.record_no),
  );
};

/**
 * A page and the total in one scan. For keywords on PostgreSQL, whose trigram index returns candidates that
 * must be read one by one: two scans would take twice the time.
 */
export const findAndCount = async (
  db: Handle,
  query: ReadQuery,
  { range, limit, offset }: Page,
): Promise<{ rows: RecordRow[]; total: number }> => {
  const { from, recordNo, conditions } = sourceOf(db, query, range);
  const { rows } = await sql<{ total: number; record_no: number | null }>`
    with found as materialized (
      select ${recordNo} as record_no from ${from} where ${sql.join(conditions, sql` and `)})
    select counted.total, page.record_no from (select count(*) as total from found) as counted
    left join (select record_no from found order by record_no limit ${limit} offset ${offset}) as page on true
    order by page.record_no`.execute(db);
  const wanted = rows.flatMap((row) => (row.record_no === null ? [] : [row.record_no]));
  return { rows: await readRecords(db, wanted), total: Number(rows[0]?.total ?? 0) };
};

/** Records with one of these values in a unique field. */
export const findByKeys = async (
  db: Handle,
  keys: readonly (readonly [fieldNo: number, key: string])[],
  limit: number,
): Promise<RecordRow[]> => {
  if (keys.length === 0) return [];
  const list = JSON.stringify(keys);
  const isSqlite = dialectOf(db) === 'sqlite';
  const items = isSqlite ? sql`json_each(${list})` : sql`json_array_elements(${list}::json)`;
  const fieldNo = isSqlite ? sql`item.value ->> 0` : sql`(item.value ->> 0)::bigint`;
  const { rows } = await sql<RecordRow>`select distinct r.* from ${items} as item
    join unique_values as u on u.field_no = ${fieldNo} and u.key = item.value ->> 1
    join records as r on r.record_no = u.record_no limit ${limit}`.execute(db);
  return rows;
};
