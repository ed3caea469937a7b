import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
/**
 * A process that runs an import to its end, for a test that lets it die on the way:
 *
 *   node import-process.ts <sqlite folder | postgres url> <number> <rows> <transaction to die in, 0 for none> <when>
 *
 * The first one (number 0) creates the table and starts the import. `when` is `inside` (everything is written,
 * nothing is committed) or `after` (committed, not acknowledged). The process ends itself with SIGKILL.
 */

import { createAgents } from '../../../src/agents/index.ts';
import { type Database, openPostgres, openSqlite } from '../../../src/db/index.ts';
import { createJobs } from '../../../src/jobs/index.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { createRecognition } from '../../../src/recognition/index.ts';
import { createTables } from '../../../src/tables/index.ts';
import { testSandbox } from '../service/shared-workers.ts';
import { testEncryption } from '../service/test-encryption.ts';

const die = async (): Promise<void> => {
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
};

/** The same database, but the n-th transaction ends the process. */
const dyingAt = (db: Database, transaction: number, when: string): Database => {
  let count = 0;
  return {
    ...db,
    transaction: async (work) => {
      const isLast = ++count === transaction;
      const result = await db.transaction(async (tx) => {
        const done = await work(tx);
        if (isLast && when === 'inside') await die();
        return done;
      });
      if (isLast) await die();
      return result;
    },
  };
};

const run = async (
  installation: string,
  number: number,
  rowCount: number,
  transaction: number,
  when: string,
) => {
  const db = await (installation.startsWith('postgres:')
    ? openPostgres(installation)
    : openSqlite(installation));
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const jobs = createJobs({ db, clock: systemClock, log, processId: `process-${number}` });
  const recognition = createRecognition();
  const setUp = createTables({ db, clock: systemClock, jobs, sandbox: testSandbox, recognition });
  createTables({
    db: dyingAt(db, transaction, when),
    clock: systemClock,
    jobs,
    sandbox: testSandbox,
    recognition,
  });
  if (number === 0) {
    const workspace = { id: 'f'.repeat(24), name: 'W', balance_nano: null, reserved_nano: 0, created_at: 0 };
    await db.query.insertInto('workspaces').values(workspace).execute();
    const agents = createAgents({ db, clock: systemClock, encryption: testEncryption, createDefaultBase });
    const agent = await db.transaction((tx) => agents.create(tx, { workspaceId: workspace.id, name: 'A' }));
    const fields = [{ name: 'position', type: 'INT' }];
    const definition = { name: 'rows', description: 'Rows', fields };
    const tableId = await setUp.create({ agent, ownerId: 'x', definition });
    const rows = Array.from({ length: rowCount }, (_, position) => ({ position }));
    await setUp.startImport({ agent, tableId, rows });
  } else await jobs.releaseLeasesOf(`process-${number - 1}`);
  await jobs.start();
  while ((await jobs.count('record-imports')) > 0) {
    await jobs.idle();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await jobs.stop({ graceMs: 1000 });
  await db.close();
};

if (import.meta.main) {
  const [installation, number, rows, transaction, when] = process.argv.slice(2) as [string, ...string[]];
  await run(installation, Number(number), Number(rows), Number(transaction), when!);
}
