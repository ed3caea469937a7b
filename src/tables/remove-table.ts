import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database, Handle } from '../db/index.ts';
import type { JobContext, Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Table } from './table.ts';
import { deleteEntries, deleteRecords, deleteTable, markRemoved } from './table-removal-store.ts';

const queue = 'table-removals';
/** Rows deleted with one statement. SQLite blocks the process meanwhile. */
const rowsPerStep = 2000;

/**
 * Deletes a table: marks it and frees its name at once. A durable job then deletes its records in batches,
 * because a large table would block other requests.
 */
export const createTableRemoval = ({ db, clock }: { db: Database; clock: Clock }) => {
  const run = async ({ tableNo }: { tableNo: number }, context: JobContext): Promise<void> => {
    const step = { tableNo, limit: rowsPerStep };
    const steps = [
      () => deleteEntries(db.query, 'record_values', step),
      () => deleteEntries(db.query, 'unique_values', step),
      () => deleteEntries(db.query, 'absent_values', step),
      () => deleteEntries(db.query, 'value_totals', step),
      () => db.transaction((tx) => deleteRecords(tx, step)),
    ];
    for (const next of steps)
      while (await next()) {
        await context.heartbeat();
        context.signal.throwIfAborted();
        await nextTick();
      }
    await db.transaction(async (tx) => {
      await deleteTable(tx, tableNo);
      await context.completeIn(tx);
    });
  };

  return {
    define: (jobs: Jobs): void =>
      jobs.define(queue, run, {
        concurrency: 1,
        leaseMs: 60_000,
        maxAttempts: 100,
        retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, 600_000),
      }),
    /** Part of the caller's transaction. */
    begin: async (tx: Handle, jobs: Jobs, table: Table): Promise<void> => {
      const { id, tableNo } = table;
      if (await markRemoved(tx, { id, tableNo, nowMs: clock.nowMs() }))
        await jobs.enqueue(tx, queue, { tableNo });
    },
  };
};
