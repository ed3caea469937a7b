import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Database, dialectOf, type Handle } from '../db/index.ts';
import type { JobContext, Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { fieldNoOf, maxFields, recordRange, type Table } from './table.ts';

const queue = 'table-removals';
/** Rows that go with one statement, while which SQLite serves nobody else. */
const rowsPerStep = 2000;

const keysOf = {
  record_values: ['field_no', 'key', 'record_no'],
  unique_values: ['field_no', 'key'],
  absent_values: ['field_no', 'record_no'],
  value_totals: ['field_no', 'key'],
} as const;

/** Takes some entries of the table's fields out of an index; false when none was left. */
const removeEntries = async (db: Handle, index: keyof typeof keysOf, tableNo: number): Promise<boolean> => {
  const key = sql.join(keysOf[index].map((column) => sql.ref(column)));
  const [first, end] = [fieldNoOf(tableNo, 0), fieldNoOf(tableNo, maxFields)];
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(index)} where (${key}) in (
    select ${key} from ${sql.table(index)} where field_no >= ${first} and field_no < ${end}
    limit ${rowsPerStep})`.execute(db);
  return numAffectedRows > 0n;
};

const removeRecords = async (db: Database, tableNo: number): Promise<boolean> => {
  const { first, end } = recordRange(tableNo);
  return db.transaction(async (tx) => {
    const rows = await tx
      .selectFrom('records')
      .select('record_no')
      .where('record_no', '>=', first)
      .where('record_no', '<', end)
      .orderBy('record_no')
      .limit(rowsPerStep)
      .execute();
    if (rows.length === 0) return false;
    const last = rows.at(-1)!.record_no;
    if (dialectOf(tx) === 'sqlite')
      await sql`delete from record_search where rowid in
        (select record_no from records where record_no >= ${first} and record_no <= ${last})`.execute(tx);
    for (const name of ['record_texts', 'records'] as const)
      await tx.deleteFrom(name).where('record_no', '>=', first).where('record_no', '<=', last).execute();
    return true;
  });
};

/**
 * Deleting a table: it is marked and gives its name back at once, and a durable task takes its records away in
 * steps, because a large one would hold up everyone else.
 */
export const createTableRemoval = ({ db, clock }: { db: Database; clock: Clock }) => {
  const run = async ({ tableNo }: { tableNo: number }, context: JobContext): Promise<void> => {
    const steps = [
      () => removeEntries(db.query, 'record_values', tableNo),
      () => removeEntries(db.query, 'unique_values', tableNo),
      () => removeEntries(db.query, 'absent_values', tableNo),
      () => removeEntries(db.query, 'value_totals', tableNo),
      () => removeRecords(db, tableNo),
    ];
    for (const step of steps)
      while (await step()) {
        await context.heartbeat();
        context.signal.throwIfAborted();
        await nextTurn();
      }
    await db.transaction(async (tx) => {
      await tx.deleteFrom('agent_tables').where('table_no', '=', tableNo).execute();
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
      const marked = await tx
        .updateTable('agent_tables')
        .set({ removed_at: clock.nowMs(), name: `#${table.id}` })
        .where('table_no', '=', table.tableNo)
        .where('removed_at', 'is', null)
        .executeTakeFirst();
      if (marked.numUpdatedRows === 0n) return;
      const imports = tx.selectFrom('record_imports').select('id').where('table_id', '=', table.id);
      await tx.deleteFrom('record_import_rows').where('import_id', 'in', imports).execute();
      await tx.deleteFrom('record_imports').where('table_id', '=', table.id).execute();
      await jobs.enqueue(tx, queue, { tableNo: table.tableNo });
    },
  };
};
