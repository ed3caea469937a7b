import type { Handle } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { type FieldValue, recordRange, type Table } from '../table.ts';
import { addToRecordCount, takeNumbers } from '../table-store.ts';
import { entriesOf, type RecordEntries, storedValues } from '../values/record-values.ts';
import {
  addAbsent,
  addEntries,
  addRecords,
  addUnique,
  type IndexEntry,
  removeEntries,
  type WrittenRecord,
} from './record-store.ts';

interface NewRecord {
  row: WrittenRecord;
  entries: RecordEntries;
}

export interface InsertResult {
  /** One per record, in order: its id, or the reason why it was rejected. */
  results: ({ recordId: string } | { problem: string })[];
}

const conflictOf = (table: Table, missing: readonly IndexEntry[]): string =>
  missing
    .map(([fieldNo]) => table.fields.find((field) => field.fieldNo === fieldNo)?.name ?? '')
    .map((name) => `${name} must be unique, and its value is used by another record`)
    .join('; ');

/** Entries that conflict, by record. The other entries of these records are removed again. */
const settleUnique = async (
  tx: Handle,
  records: readonly NewRecord[],
): Promise<Map<NewRecord, IndexEntry[]>> => {
  const wanted = records.flatMap((record) => record.entries.unique);
  const got = await addUnique(tx, wanted);
  const lost = new Map<NewRecord, IndexEntry[]>();
  if (got.length === wanted.length) return lost;
  const taken = new Set(got.map(([fieldNo, , recordNo]) => `${fieldNo} ${recordNo}`));
  for (const record of records) {
    const missing = record.entries.unique.filter(([fieldNo, , no]) => !taken.has(`${fieldNo} ${no}`));
    if (missing.length > 0) lost.set(record, missing);
  }
  await removeEntries(
    tx,
    'unique_values',
    [...lost.keys()].flatMap((record) => record.entries.unique),
  );
  return lost;
};

/**
 * Same result as inserting one by one. One statement claims all unique values. Records with a conflict are
 * tried again alone and in order, because the record they conflicted with may have been rejected itself.
 */
const claimUnique = async (
  tx: Handle,
  records: readonly NewRecord[],
): Promise<Map<NewRecord, IndexEntry[]>> => {
  const refused = new Map<NewRecord, IndexEntry[]>();
  for (const record of (await settleUnique(tx, records)).keys())
    for (const [loser, missing] of await settleUnique(tx, [record])) refused.set(loser, missing);
  return refused;
};

/** Part of the caller's transaction. The values must have been read with the current fields of the table. */
export const insertRecords = async (
  tx: Handle,
  table: Table,
  values: readonly (readonly FieldValue[])[],
  nowMs: number,
): Promise<InsertResult | undefined> => {
  const firstInTable = await takeNumbers(tx, table.tableNo, values.length);
  if (firstInTable === undefined) return undefined;
  const first = recordRange(table.tableNo).first + firstInTable;
  const records = values.map((list, index): NewRecord => {
    const recordNo = first + index;
    const times = { created_at: nowMs, updated_at: nowMs };
    return {
      row: { record_no: recordNo, id: newId(nowMs), ...storedValues(list), ...times },
      entries: entriesOf(table.fields, list, recordNo),
    };
  });
  const refused = await claimUnique(tx, records);
  const good = records.filter((record) => !refused.has(record));
  await addRecords(
    tx,
    good.map((record) => record.row),
  );
  await addEntries(
    tx,
    good.flatMap((record) => record.entries.plain),
  );
  await addAbsent(
    tx,
    good.flatMap((record) => record.entries.absent),
  );
  await addToRecordCount(tx, table.tableNo, good.length);
  return {
    results: records.map((record) => {
      const missing = refused.get(record);
      return missing ? { problem: conflictOf(table, missing) } : { recordId: record.row.id };
    }),
  };
};
