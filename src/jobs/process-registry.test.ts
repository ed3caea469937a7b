import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachDatabase, openTestDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime, type ManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createProcessRegistry } from './process-registry.ts';
import { listProcesses, markTakenOver, writeHeartbeat } from './process-store.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const createRegistry = (db: Database, time: ManualTime, id: string) => {
  const dead: string[] = [];
  const dependencies = { db, clock: time.clock, timer: time.timer, elapsedMs: time.clock.nowMs, log: silent };
  const registry = createProcessRegistry({ ...dependencies, id });
  registry.onProcessDead(async (processId) => void dead.push(processId));
  const losses: number[] = [];
  registry.onRegistrationLost(() => void losses.push(time.clock.nowMs()));
  return { registry, dead, losses };
};

/** Advances time by whole heartbeats. Each heartbeat is complete before the next one. */
const pass = async (time: ManualTime, heartbeats: number, registries: number): Promise<void> => {
  for (let index = 0; index < heartbeats; index += 1) {
    time.advance(5000);
    await eventually('the heartbeat is complete', () => time.waiting() === registries);
  }
};

const addProcess = (db: Database, id: string, heartbeatAt: number) =>
  db.query
    .insertInto('processes')
    .values({ id, host: 'elsewhere', pid: 1, started_at: 1, heartbeat_at: heartbeatAt })
    .execute();

forEachDatabase('processes are listed in the same order after every heartbeat', async (db) => {
  const ids = ['c', 'a', 'b'];
  for (const id of ids) await addProcess(db, id, 1);
  for (const id of ids) {
    await db.query.updateTable('processes').set({ heartbeat_at: 2 }).where('id', '=', id).execute();
    assert.deepEqual(
      (await listProcesses(db.query)).map((row) => row.id),
      ['a', 'b', 'c'],
    );
  }
});

forEachDatabase('a process without heartbeats for 20 s is taken over once', async (db) => {
  const time = createManualTime();
  const { registry, dead } = createRegistry(db, time, 'watching');
  await registry.start();
  // Its clock is a year behind, which must not change the result.
  await addProcess(db, 'silent', time.clock.nowMs() - 31_536_000_000);
  await pass(time, 3, 1);
  assert.equal(await registry.isAlive('silent'), true);
  assert.deepEqual(dead, []);
  await pass(time, 2, 1);
  assert.deepEqual(dead, ['silent']);
  await pass(time, 6, 1);
  assert.deepEqual(dead, ['silent']);
  assert.equal(await registry.isAlive('silent'), false);
  assert.equal(await registry.isAlive('unknown'), false);
  assert.equal(await registry.isAlive('watching'), true);
  await registry.stop();
});

forEachDatabase('only the takeover from a process that died is a warning', async (db) => {
  const time = createManualTime();
  const logged: string[] = [];
  const noteAs = (level: string) => (fields: object) =>
    void logged.push(`${level} ${(fields as { processId: string }).processId}`);
  const log = { info: noteAs('info'), warn: noteAs('warn'), error: noteAs('error') };
  const dependencies = { db, clock: time.clock, timer: time.timer, elapsedMs: time.clock.nowMs, log };
  const registry = createProcessRegistry({ ...dependencies, id: 'watching' });
  await registry.start();
  // Heartbeat 0 is that of a clean stop.
  await addProcess(db, 'stopped', 0);
  await addProcess(db, 'killed', time.clock.nowMs());
  await pass(time, 6, 1);
  assert.deepEqual(logged, ['info stopped', 'warn killed']);
  await registry.stop();
});

forEachDatabase('processes with heartbeats never count as dead', async (db) => {
  const time = createManualTime();
  const one = createRegistry(db, time, 'one');
  await one.registry.start();
  const two = createRegistry(db, time, 'two');
  // On SQLite the second would count the first as dead, because a folder has one process.
  if (db.kind === 'sqlite') return one.registry.stop();
  await two.registry.start();
  await pass(time, 12, 2);
  assert.deepEqual([...one.dead, ...two.dead], []);
  assert.equal(await one.registry.isAlive('two'), true);
  await two.registry.stop();
  await pass(time, 1, 1);
  assert.deepEqual(one.dead, ['two']);
  await one.registry.stop();
});

forEachDatabase('a failed takeover is retried', async (db) => {
  const time = createManualTime();
  const { registry } = createRegistry(db, time, 'watching');
  let calls = 0;
  registry.onProcessDead(async () => {
    calls += 1;
    if (calls === 1) throw new Error('database down');
  });
  await addProcess(db, 'left', 0);
  await registry.start();
  assert.equal(calls, 1);
  await pass(time, 3, 1);
  assert.equal(calls, 2);
  assert.equal(await registry.isAlive('left'), false);
  await registry.stop();
});

test('on SQLite earlier processes are taken over at the start', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  const time = createManualTime();
  await addProcess(db, 'before', time.clock.nowMs() - 10);
  const { registry, dead } = createRegistry(db, time, 'now');
  await registry.start();
  assert.deepEqual(dead, ['before']);
  await registry.stop();
  await release();
});

forEachDatabase('missing heartbeats during a database outage do not make processes dead', async (db) => {
  const time = createManualTime();
  let isDown = false;
  const unreliable: Database = {
    ...db,
    get query() {
      if (isDown) throw new Error('the database is down');
      return db.query;
    },
  };
  const { registry, dead } = createRegistry(unreliable, time, 'watching');
  await registry.start();
  await addProcess(db, 'other', time.clock.nowMs());
  await pass(time, 1, 1);
  isDown = true;
  await pass(time, 6, 1);
  isDown = false;
  await pass(time, 1, 1);
  assert.deepEqual(dead, [], 'the other process could not write either');
  await pass(time, 4, 1);
  assert.deepEqual(dead, ['other'], 'no heartbeat after the database was back');
  await registry.stop();
});

forEachDatabase(
  'a process that others consider dead notices it before it continues, and registers again',
  async (db) => {
    const time = createManualTime();
    const { registry, losses } = createRegistry(db, time, 'sleeper');
    await registry.start();
    const setHeartbeat = (heartbeatAt: number) =>
      db.query.updateTable('processes').set({ heartbeat_at: heartbeatAt }).execute();
    // Another process is taking over its work.
    await setHeartbeat(-1);
    await registry.confirm();
    assert.deepEqual(losses, [], 'the database is not queried while the last heartbeat is recent');
    await pass(time, 1, 1);
    assert.equal(losses.length, 1);
    await pass(time, 2, 1);
    assert.deepEqual(
      (await listProcesses(db.query)).map((row) => row.heartbeat_at),
      [-1],
      'not during the takeover',
    );
    await db.query.deleteFrom('processes').execute();
    await pass(time, 1, 1);
    assert.equal(losses.length, 1, 'called once');
    assert.ok((await listProcesses(db.query))[0]!.heartbeat_at > 0, 'it is registered again');
    await registry.stop();
  },
);

forEachDatabase(
  'a process that wakes after 20 s checks its registration before its timer does',
  async (db) => {
    const time = createManualTime();
    let elapsedMs = 0;
    const registry = createProcessRegistry({
      db,
      clock: time.clock,
      timer: time.timer,
      log: silent,
      id: 'sleeper',
      elapsedMs: () => elapsedMs,
    });
    let losses = 0;
    registry.onRegistrationLost(() => void losses++);
    await registry.start();
    await db.query.deleteFrom('processes').execute();
    elapsedMs = 19_999;
    await registry.confirm();
    assert.equal(losses, 0);
    elapsedMs = 20_000;
    await Promise.all([registry.confirm(), registry.confirm()]);
    assert.equal(losses, 1);
    await registry.stop();
  },
);

forEachDatabase('a process with a heartbeat at the last moment is not taken over', async (db) => {
  await addProcess(db, 'late', 7);
  assert.equal(await markTakenOver(db.query, { id: 'late', heartbeat_at: 6 }), false);
  assert.equal(await writeHeartbeat(db.query, { id: 'late', heartbeat_at: 8 }), true);
  assert.equal(await markTakenOver(db.query, { id: 'late', heartbeat_at: 8 }), true);
  assert.equal(await writeHeartbeat(db.query, { id: 'late', heartbeat_at: 9 }), false);
});
