import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { FieldValue } from '../table.ts';
import { findTable, openForWriting } from '../table-store.ts';
import { readRecord } from '../values/record-values.ts';
import { advanceImport, findImport, type ImportRow, readImportRows } from './import-store.ts';
import { insertRecords } from './insert-records.ts';

export const importQueue = 'record-imports';

export type ImportedRow = Record<string, unknown>;

/** The value as stored. */
export interface FailedRow {
  /** Counted from 1. */
  row: number;
  fail_reason: string;
}

/** Rows per transaction: enough to be fast, few enough that other writers do not wait long. */
const rowsPerBatch = 100;
const charactersPerBatch = 200_000;

const sizeOf = (row: ImportedRow): number => {
  let characters = 0;
  for (const value of Object.values(row)) characters += typeof value === 'string' ? value.length : 10;
  return characters;
};

/** The end of the batch that starts at `from`, at least one row later. */
const batchEnd = (rows: readonly ImportedRow[], from: number): number => {
  let end = from;
  let characters = 0;
  while (end < rows.length && end - from < rowsPerBatch && (end === from || characters < charactersPerBatch))
    characters += sizeOf(rows[end++]!);
  return end;
};

interface Outcome {
  inserted: number;
  failed: FailedRow[];
}

interface ImportDependencies {
  db: Database;
  clock: Clock;
}

/**
 * Import of records as a durable job.
 *
 * | Status | Event | Next |
 * |---|---|---|
 * | PENDING_PARSE | a batch was inserted | PENDING_PARSE, with a higher `next_row` |
 * | PENDING_PARSE | the last batch was inserted | AVAILABLE, or FAIL if no row was valid |
 * | PENDING_PARSE | the table was deleted, or the job was given up | FAIL |
 *
 * Each batch of rows and its change of `next_row` commit together. If a process dies, every row is
 * inserted once or not at all, and the next process continues after the last batch.
 */
export const createImports = ({ db, clock }: ImportDependencies) => {
  const insertBatch = async (
    row: ImportRow,
    tableNo: number,
    rows: readonly ImportedRow[],
    context: JobContext,
  ): Promise<ImportRow> => {
    const end = batchEnd(rows, row.next_row);
    return db.transaction(async (tx) => {
      const table = await openForWriting(tx, tableNo);
      if (!table) throw new Error(`Table ${row.table_id} was deleted`);
      const read = rows.slice(row.next_row, end).map((values) => readRecord(table, values));
      const good = read.flatMap((one) => ('values' in one ? [one.values] : []));
      const inserted = await insertRecords(tx, table, good, clock.nowMs());
      const outcome = judge(read, inserted!.results, row.next_row);
      const next = progressAfter(row, end, outcome, clock.nowMs());
      if (!(await advanceImport(tx, row, next))) throw new Error(`Import ${row.id} was taken over`);
      if (next.status !== 'PENDING_PARSE') await context.completeIn(tx);
      faultPoint('import-batch-storing');
      return next;
    });
  };

  const giveUp = async (id: string, reason: string): Promise<void> => {
    const row = await findImport(db.query, id);
    if (row?.status !== 'PENDING_PARSE') return;
    const detail = JSON.parse(row.fail_detail) as FailedRow[];
    for (let at = row.next_row; at < row.total_count; at++) detail.push({ row: at + 1, fail_reason: reason });
    await advanceImport(db.query, row, {
      status: 'FAIL',
      next_row: row.total_count,
      success_count: row.success_count,
      fail_count: detail.length,
      fail_detail: JSON.stringify(detail),
      ended_at: clock.nowMs(),
    });
  };

  const run = async ({ importId }: { importId: string }, context: JobContext): Promise<void> => {
    let row = await findImport(db.query, importId);
    if (row?.status !== 'PENDING_PARSE') return;
    const table = await findTable(db.query, row.table_id);
    if (!table) return giveUp(importId, 'the table was deleted');
    const rows = JSON.parse(await readImportRows(db.query, importId)) as ImportedRow[];
    while (row.status === 'PENDING_PARSE') {
      context.signal.throwIfAborted();
      row = await insertBatch(row, table.tableNo, rows, context);
      faultPoint('import-batch-stored');
      if (row.status === 'PENDING_PARSE') await context.heartbeat();
      await nextTick();
    }
  };

  return {
    /** Must be called before the jobs start. */
    define: (jobs: Jobs): void =>
      jobs.define(importQueue, run, {
        concurrency: 2,
        leaseMs: 60_000,
        maxAttempts: 20,
        retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, 60_000),
        onGivenUp: ({ importId }: { importId: string }) => giveUp(importId, 'the import failed too often'),
      }),
  };
};

const judge = (
  read: readonly ({ values: FieldValue[] } | { problem: string })[],
  results: readonly ({ recordId: string } | { problem: string })[],
  firstRow: number,
): Outcome => {
  const outcome: Outcome = { inserted: 0, failed: [] };
  let next = 0;
  read.forEach((one, index) => {
    const result = 'problem' in one ? one : results[next++]!;
    if ('problem' in result) outcome.failed.push({ row: firstRow + index + 1, fail_reason: result.problem });
    else outcome.inserted += 1;
  });
  return outcome;
};

const progressAfter = (
  row: ImportRow,
  end: number,
  { inserted, failed }: Outcome,
  nowMs: number,
): ImportRow => {
  const successCount = row.success_count + inserted;
  const isOver = end >= row.total_count;
  const detail =
    failed.length === 0 ? row.fail_detail : JSON.stringify([...JSON.parse(row.fail_detail), ...failed]);
  return {
    ...row,
    next_row: end,
    success_count: successCount,
    fail_count: row.fail_count + failed.length,
    fail_detail: detail,
    status: isOver ? (successCount > 0 ? 'AVAILABLE' : 'FAIL') : 'PENDING_PARSE',
    ended_at: isOver ? nowMs : null,
  };
};
