import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { migrations } from '../../../migrations/index.ts';
import { type Phase, phases } from '../../../migrations/phases.ts';
import { type Database, migrate, newestMigration, openPostgres } from '../../../src/db/index.ts';
import { createMigratedDatabase, forEachDatabase } from '../../support/databases/databases.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { readEvents, type TestService, withService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const skip = skipWithout('postgres');

/** The next version adds a column that older processes do not write. */
const expand = {
  name: '9001-notes',
  phase: 'expand' as Phase,
  up: async (db: Kysely<unknown>) => {
    await sql`alter table rounds add column note text not null default 'none'`.execute(db);
    await sql`alter table conversations add column note text`.execute(db);
  },
};

/** The version after that removes a column that processes with 9001 no longer use. */
const contract = {
  name: '9002-without-subjects',
  phase: { contractAfter: '9001-notes' } as Phase,
  up: async (db: Kysely<unknown>) => {
    await sql`alter table conversations drop column subject`.execute(db);
  },
};

type Step = typeof expand;

/** Starts like a process of a version with these migrations. */
const startVersion = ({ query }: Database, steps: readonly Step[], silentMs = 0): Promise<string[]> =>
  migrate(query as unknown as Kysely<unknown>, {
    known: { ...migrations, ...Object.fromEntries(steps.map(({ name, up }) => [name, { up }])) },
    phases: { ...phases, ...Object.fromEntries(steps.map(({ name, phase }) => [name, phase])) },
    silentMs,
  });

const addProcess = ({ query }: Database, id: string, newest: string, heartbeatAt: number) =>
  query
    .insertInto('processes')
    .values({ id, host: 'h', pid: 7, started_at: 1, heartbeat_at: heartbeatAt, newest_migration: newest })
    .execute();

const ask = async ({ call, newConversation }: TestService, response_mode: string) =>
  call('POST', '/v2/conversation/message', {
    conversation_id: await newConversation(),
    response_mode,
    messages: [{ role: 'user', content: 'Hi' }],
  });

forEachDatabase('a program starts on a database with newer migrations that only add', async (db) => {
  assert.deepEqual(await startVersion(db, [expand]), [expand.name]);
  assert.deepEqual(await startVersion(db, []), []);
  assert.deepEqual(await startVersion(db, [expand, contract]), [contract.name]);
  assert.deepEqual(
    await startVersion(db, [expand]),
    [],
    'the previous version does not use the removed column',
  );
  await assert.rejects(startVersion(db, []), /newer than this program.*9002-without-subjects/);
  const other = { ...expand, name: '9000-of-a-branch' };
  await assert.rejects(startVersion(db, [expand, other]), /does not know.*9000-of-a-branch/);
});

test('an older process continues while a newer one migrates, and its rounds succeed', { skip }, async () => {
  const words = createScriptedModel(() => [{ say: 'All ' }, { say: 'well.' }]);
  await withService('postgres', words, async (service) => {
    const { db } = service.app;
    const rounds = async (): Promise<void> => {
      for (const mode of ['blocking', 'streaming']) {
        const answer = await ask(service, mode);
        assert.equal(answer.status, 200, answer.text);
        if (mode === 'streaming') assert.equal(readEvents(answer.text).at(-1)!.code, 0);
      }
    };
    // Until every connection has prepared its named statements.
    for (let times = 0; times < 2; times++) await Promise.all([rounds(), rounds(), rounds()]);
    const during = Promise.all([rounds(), rounds(), rounds()]);
    assert.deepEqual(await startVersion(db, [expand]), [expand.name]);
    await during;
    for (let times = 0; times < 2; times++) await Promise.all([rounds(), rounds(), rounds()]);
    await service.restart();
    await rounds();
    const { rows } = await sql`select distinct note from rounds`.execute(service.app.db.query);
    assert.deepEqual(rows, [{ note: 'none' }]);
  });
});

test('columns and tables of an older process are not removed while one runs', { skip }, async () => {
  const database = await createMigratedDatabase();
  const db = await openPostgres(database.url);
  try {
    await startVersion(db, [expand]);
    await addProcess(db, 'left in order', '', 0);
    await addProcess(db, 'knows it', expand.name, 5);
    await addProcess(db, 'killed', newestMigration, 5);
    await addProcess(db, 'running', newestMigration, 5);
    const stopped = new AbortController();
    const beat = async (): Promise<void> => {
      while (!stopped.signal.aborted) {
        await db.query
          .updateTable('processes')
          .set((eb) => ({ heartbeat_at: eb('heartbeat_at', '+', 1) }))
          .where('id', 'in', ['running', 'knows it'])
          .execute();
        await delay(20);
      }
    };
    const beating = beat();
    try {
      await assert.rejects(
        startVersion(db, [expand, contract], 60_000),
        /9002-without-subjects cannot run while older processes use the database: process 7 on h\. /,
      );
      await db.query.deleteFrom('processes').where('id', '=', 'running').execute();
      // The same applies to migrations without a phase.
      const strict = { ...contract, name: '9003-strict', phase: undefined as never };
      await assert.rejects(startVersion(db, [expand, strict], 60_000), /9003-strict cannot run/);
      assert.deepEqual(await startVersion(db, [expand, contract], 200), [contract.name]);
    } finally {
      stopped.abort();
      await beating;
    }
  } finally {
    await db.close();
    await database.drop();
  }
});

test('a migration lets other transactions continue while it waits for a table', { skip }, async () => {
  const database = await createMigratedDatabase();
  const db = await openPostgres(database.url);
  try {
    let migrated: Promise<string[]> | undefined;
    await db.transaction(async (tx) => {
      await sql`select count(*) from rounds`.execute(tx);
      migrated = startVersion(db, [expand]);
      await eventually('the migration waits', async () => {
        const { rows } = await sql`select 1 from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and query like 'alter table rounds%'`.execute(db.query);
        return rows.length > 0;
      });
      // Waits for the migration, which releases its lock request for a moment.
      await sql`select count(*) from rounds`.execute(db.query);
    });
    assert.deepEqual(await migrated, [expand.name]);
  } finally {
    await db.close();
    await database.drop();
  }
});
