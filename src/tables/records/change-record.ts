import type { Handle } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { slotOf, type Table } from '../table.ts';
import { addToRecordCount, openForWriting } from '../table-store.ts';
import { readFilterValue } from '../values/read-value.ts';
import { entriesOf, parseValues, readRecord, storedValues } from '../values/record-values.ts';
import { valueKey } from '../values/value-key.ts';
import {
  type AbsentEntry,
  addAbsent,
  addEntries,
  addUnique,
  deleteRecord,
  findRecord,
  findRecordByKey,
  type IndexEntry,
  type RecordRow,
  removeAbsent,
  removeEntries,
  replaceRecord,
} from './record-store.ts';

/** Selects a record by its id, which takes precedence, or by the value of exactly one unique field. */
export interface RecordSelector {
  recordId?: string | null | undefined;
  filter?: Record<string, unknown> | null | undefined;
}

const readUniqueFilter = (table: Table, filter: Record<string, unknown>): [fieldNo: number, key: string] => {
  const names = Object.keys(filter);
  const field = table.fields.find(({ name }) => name === names[0]);
  if (names.length !== 1 || !field?.unique)
    throw new AppError('invalidParameter', 'filter must name exactly one unique field of the table');
  const read = readFilterValue(field, filter[field.name]);
  if ('problem' in read) throw new AppError('invalidParameter', `filter.${field.name} ${read.problem}`);
  if (read.value === null) throw new AppError('invalidParameter', `filter.${field.name} must have a value`);
  return [field.fieldNo, valueKey(read.value)];
};

export const selectRecord = async (
  db: Handle,
  table: Table,
  { recordId, filter }: RecordSelector,
): Promise<RecordRow | undefined> => {
  if (recordId) return isId(recordId) ? findRecord(db, table.tableNo, recordId) : undefined;
  if (!filter) throw new AppError('invalidParameter', 'record_id or filter is required');
  return findRecordByKey(db, ...readUniqueFilter(table, filter));
};

const noSuchRecord = (): AppError => new AppError('notFound', 'There is no such record in the table');

const requireRecord = async (db: Handle, table: Table, selector: RecordSelector): Promise<RecordRow> => {
  const row = await selectRecord(db, table, selector);
  if (!row) throw noSuchRecord();
  return row;
};

/** Entries that are only in the first list. */
const without = <Entry extends IndexEntry | AbsentEntry>(
  entries: readonly Entry[],
  others: readonly Entry[],
): Entry[] => {
  const known = new Set(others.map((entry) => JSON.stringify(entry)));
  return entries.filter((entry) => !known.has(JSON.stringify(entry)));
};

/** Adds new unique values first: on a conflict nothing has changed yet, and a batch can continue. */
const claim = async (tx: Handle, table: Table, wanted: readonly IndexEntry[]): Promise<void> => {
  const got = await addUnique(tx, wanted);
  const missing = wanted.find(([fieldNo]) => !got.some(([gotNo]) => gotNo === fieldNo));
  if (missing === undefined) return;
  await removeEntries(tx, 'unique_values', got);
  const name = table.fields.find((field) => field.fieldNo === missing[0])?.name;
  throw new AppError('invalidParameter', `${name} must be unique, and its value is used by another record`);
};

interface Change {
  selector: RecordSelector;
  fields: Record<string, unknown>;
  /** Values the record must have now. A record with other values is treated as not found. */
  onlyWhere?: Record<string, unknown> | undefined;
  nowMs: number;
}

/** Part of the caller's transaction. Fields that are not named keep their values. Returns the id of the record. */
export const changeRecord = async (
  tx: Handle,
  { tableNo }: Table,
  { selector, fields, onlyWhere = {}, nowMs }: Change,
): Promise<string> => {
  const table = await openForWriting(tx, tableNo);
  if (!table) throw new AppError('tableNotFound');
  const row = await requireRecord(tx, table, selector);
  const before = parseValues(row);
  const current = Object.fromEntries(
    table.fields.map((field) => [field.name, before[slotOf(field)] ?? null]),
  );
  if (Object.entries(onlyWhere).some(([name, value]) => current[name] !== value)) throw noSuchRecord();
  const read = readRecord(table, { ...current, ...fields });
  if ('problem' in read) throw new AppError('invalidParameter', `updated_fields: ${read.problem}`);

  const old = entriesOf(table.fields, before, row.record_no);
  const next = entriesOf(table.fields, read.values, row.record_no);
  await claim(tx, table, without(next.unique, old.unique));
  await removeEntries(tx, 'unique_values', without(old.unique, next.unique));
  await removeEntries(tx, 'record_values', without(old.plain, next.plain));
  await addEntries(tx, without(next.plain, old.plain));
  await removeAbsent(tx, without(old.absent, next.absent));
  await addAbsent(tx, without(next.absent, old.absent));
  const stored = storedValues(read.values);
  const textChanged = stored.text !== storedValues(before).text;
  await replaceRecord(tx, { ...row, ...stored, updated_at: nowMs }, textChanged);
  return row.id;
};

/** Part of the caller's transaction, which must have opened the table for writing. */
export const removeRecord = async (tx: Handle, table: Table, selector: RecordSelector): Promise<void> => {
  const row = await requireRecord(tx, table, selector);
  const entries = entriesOf(table.fields, parseValues(row), row.record_no);
  await removeEntries(tx, 'unique_values', entries.unique);
  await removeEntries(tx, 'record_values', entries.plain);
  await removeAbsent(tx, entries.absent);
  await deleteRecord(tx, row.record_no);
  await addToRecordCount(tx, table.tableNo, -1);
};
