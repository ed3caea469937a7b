import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import { csvMark, csvRow } from '../../lib/csv/csv-row.ts';
import { type FieldValue, recordRange, type Table } from '../table.ts';
import { toRecord } from '../values/record-values.ts';
import { findRecords } from './find-records.ts';
import { readIndexedQuery } from './read-indexed-query.ts';
import type { RecordQuery } from './record-query.ts';

const recordsAtOnce = 500;

const cellOf = (value: FieldValue): string | number | null =>
  typeof value === 'boolean' ? String(value) : value;

/** Streams a table as CSV in order of insertion, because it may be larger than memory. */
export async function* exportRecords(
  db: Database,
  table: Table,
  asked: Omit<RecordQuery, 'sort'>,
): AsyncGenerator<string> {
  const query = await readIndexedQuery(db, table, asked);
  const names = table.fields.map(({ name }) => name);
  yield csvMark + csvRow(['id', ...names, 'created_at', 'updated_at']);
  const range = recordRange(table.tableNo);
  while (true) {
    const rows = await findRecords(db.query, query, { range, limit: recordsAtOnce, offset: 0 });
    if (rows.length > 0)
      yield rows
        .map((row) => {
          const { id, value, createdAtMs, updatedAtMs } = toRecord(table, row);
          const times = [createdAtMs, updatedAtMs].map((timeMs) => new Date(timeMs).toISOString());
          return csvRow([id, ...names.map((name) => cellOf(value[name] ?? null)), ...times]);
        })
        .join('');
    if (rows.length < recordsAtOnce) return;
    range.first = rows.at(-1)!.record_no + 1;
    await nextTick();
  }
}
