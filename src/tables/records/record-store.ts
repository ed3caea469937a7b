import { type RawBuilder, type Selectable, sql } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../../db/index.ts';
import { recordRange } from '../table.ts';
import { column, rowsOf } from './list-rows.ts';
import { absentKey, moveValueTotals } from './value-totals.ts';

export type RecordRow = Selectable<Schema['records']>;
/** A record with its search text. */
export type WrittenRecord = RecordRow & { text: string };

/** Index entry: field, key, record. */
export type IndexEntry = readonly [fieldNo: number, key: string, recordNo: number];
export type AbsentEntry = readonly [fieldNo: number, recordNo: number];

const entryColumns = (handle: Handle): RawBuilder<unknown> =>
  sql`${column(handle, 0, 'bigint')}, ${column(handle, 1, 'text')}, ${column(handle, 2, 'bigint')}`;

const asKeyed = (entries: readonly AbsentEntry[]): IndexEntry[] =>
  entries.map(([fieldNo, recordNo]) => [fieldNo, absentKey, recordNo]);

export const addEntries = async (tx: Handle, entries: readonly IndexEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await sql`insert into record_values (field_no, key, record_no)
    select ${entryColumns(tx)} from ${rowsOf(tx, entries)}`.execute(tx);
  await moveValueTotals(tx, entries, 1);
};

/** Returns the inserted entries. Keys that already exist, or occur earlier in the list, are skipped. */
export const addUnique = async (tx: Handle, entries: readonly IndexEntry[]): Promise<IndexEntry[]> => {
  if (entries.length === 0) return [];
  const { rows } = await sql<{ field_no: number; key: string; record_no: number }>`
    insert into unique_values (field_no, key, record_no)
    select ${entryColumns(tx)} from ${rowsOf(tx, entries)} where true
    on conflict do nothing returning field_no, key, record_no`.execute(tx);
  return rows.map((row) => [row.field_no, row.key, row.record_no]);
};

export const addAbsent = async (tx: Handle, entries: readonly AbsentEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await sql`insert into absent_values (field_no, record_no)
    select ${column(tx, 0, 'bigint')}, ${column(tx, 1, 'bigint')} from ${rowsOf(tx, entries)}`.execute(tx);
  await moveValueTotals(tx, asKeyed(entries), 1);
};

export const removeEntries = async (
  tx: Handle,
  table: 'record_values' | 'unique_values',
  entries: readonly IndexEntry[],
): Promise<void> => {
  if (entries.length === 0) return;
  await sql`delete from ${sql.table(table)} where (field_no, key, record_no) in
    (select ${entryColumns(tx)} from ${rowsOf(tx, entries)})`.execute(tx);
  if (table === 'record_values') await moveValueTotals(tx, entries, -1);
};

export const removeAbsent = async (tx: Handle, entries: readonly AbsentEntry[]): Promise<void> => {
  if (entries.length === 0) return;
  await sql`delete from absent_values where (field_no, record_no) in
    (select ${column(tx, 0, 'bigint')}, ${column(tx, 1, 'bigint')} from ${rowsOf(tx, entries)})`.execute(tx);
  await moveValueTotals(tx, asKeyed(entries), -1);
};

const forgetText = async (tx: Handle, recordNo: number): Promise<void> => {
  if (dialectOf(tx) === 'sqlite') await sql`delete from record_search where rowid = ${recordNo}`.execute(tx);
};

const rememberText = async (tx: Handle, recordNo: number, text: string): Promise<void> => {
  if (dialectOf(tx) === 'sqlite')
    await sql`insert into record_search (rowid, text) values (${recordNo}, ${text})`.execute(tx);
};

/** With plain parameters: a record can be megabytes long, and writing and reading it as JSON takes most of the time. */
const addRecord = async (tx: Handle, { text, ...row }: WrittenRecord): Promise<void> => {
  await tx.insertInto('records').values(row).execute();
  await tx.insertInto('record_texts').values({ record_no: row.record_no, text }).execute();
  await rememberText(tx, row.record_no, text);
};

export const addRecords = async (tx: Handle, records: readonly WrittenRecord[]): Promise<void> => {
  if (records.length === 0) return;
  if (records.length === 1) return addRecord(tx, records[0]!);
  const rows = rowsOf(
    tx,
    records.map((row) => [row.record_no, row.id, row.value, row.created_at, row.updated_at]),
  );
  // Separate from the values, which can be megabytes long: each statement parses its whole list.
  const texts = rowsOf(
    tx,
    records.map((row) => [row.record_no, row.text]),
  );
  const [recordNo, text] = [column(tx, 0, 'bigint'), column(tx, 1, 'text')];
  await sql`insert into records (record_no, id, value, created_at, updated_at)
    select ${recordNo}, ${column(tx, 1, 'text')}, ${column(tx, 2, 'text')},
      ${column(tx, 3, 'bigint')}, ${column(tx, 4, 'bigint')} from ${rows}`.execute(tx);
  await sql`insert into record_texts (record_no, text) select ${recordNo}, ${text} from ${texts}`.execute(tx);
  if (dialectOf(tx) === 'sqlite')
    await sql`insert into record_search (rowid, text) select ${recordNo}, ${text} from ${texts}`.execute(tx);
};

export const replaceRecord = async (tx: Handle, row: WrittenRecord, textChanged: boolean): Promise<void> => {
  const { record_no: recordNo, value, text, updated_at } = row;
  await tx.updateTable('records').set({ value, updated_at }).where('record_no', '=', recordNo).execute();
  if (!textChanged) return;
  await tx.updateTable('record_texts').set({ text }).where('record_no', '=', recordNo).execute();
  await forgetText(tx, recordNo);
  await rememberText(tx, recordNo, text);
};

/** Values of many records, without their timestamps. */
export const replaceValues = async (
  tx: Handle,
  records: readonly { recordNo: number; value: string; text: string }[],
): Promise<void> => {
  if (records.length === 0) return;
  const rows = rowsOf(
    tx,
    records.map(({ recordNo, value, text }) => [recordNo, value, text]),
  );
  const recordNo = column(tx, 0, 'bigint');
  for (const [table, name, index] of [
    ['records', 'value', 1],
    ['record_texts', 'text', 2],
  ] as const)
    await sql`update ${sql.table(table)} set ${sql.ref(name)} = changed.content
      from (select ${recordNo} as number, ${column(tx, index, 'text')} as content from ${rows}) as changed
      where ${sql.table(table)}.record_no = changed.number`.execute(tx);
  if (dialectOf(tx) !== 'sqlite') return;
  await sql`delete from record_search where rowid in (select ${recordNo} from ${rows})`.execute(tx);
  await sql`insert into record_search (rowid, text)
    select ${recordNo}, ${column(tx, 2, 'text')} from ${rows}`.execute(tx);
};

export const deleteRecord = async (tx: Handle, recordNo: number): Promise<void> => {
  await forgetText(tx, recordNo);
  await tx.deleteFrom('record_texts').where('record_no', '=', recordNo).execute();
  await tx.deleteFrom('records').where('record_no', '=', recordNo).execute();
};

export const findRecord = async (
  db: Handle,
  tableNo: number,
  recordId: string,
): Promise<RecordRow | undefined> => {
  const { first, end } = recordRange(tableNo);
  return db
    .selectFrom('records')
    .selectAll()
    .where('id', '=', recordId)
    .where('record_no', '>=', first)
    .where('record_no', '<', end)
    .executeTakeFirst();
};

export const findRecordByKey = async (
  db: Handle,
  fieldNo: number,
  key: string,
): Promise<RecordRow | undefined> =>
  db
    .selectFrom('unique_values')
    .innerJoin('records', 'records.record_no', 'unique_values.record_no')
    .selectAll('records')
    .where('unique_values.field_no', '=', fieldNo)
    .where('unique_values.key', '=', key)
    .executeTakeFirst();
