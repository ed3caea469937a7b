import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { eventually } from '../../test/support/time/eventually.ts';
import { createManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createJobs, type JobHandler, type QueueOptions } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const defaults = { concurrency: 1, leaseMs: 30_000, maxAttempts: 1, retryDelayMs: () => 1000 };

interface Work {
  name: string;
}

const createQueue = (db: Database, handler: JobHandler<Work>, options: Partial<QueueOptions<Work>> = {}) => {
  const { clock, timer } = createManualTime();
  const jobs = createJobs({ db, clock, timer, log: silent, processId: 'one' });
  jobs.define<Work>('work', handler, { ...defaults, ...options });
  const enqueue = (entries: { name: string; workspaceId: string; group?: string }[]) =>
    db.transaction(async (tx) => {
      for (const { name, ...rest } of entries) await jobs.enqueue(tx, 'work', { name }, rest);
    });
  return { jobs, enqueue };
};

const numbered = (workspaceId: string, count: number, group?: string) =>
  Array.from({ length: count }, (_, index) => ({
    name: `${workspaceId}${index}`,
    workspaceId,
    ...(group === undefined ? {} : { group: `${group}${index}` }),
  }));

forEachDatabase('workspaces are served fairly, however many jobs one of them has', async (db) => {
  const served: string[] = [];
  const { jobs, enqueue } = createQueue(db, async ({ name }) => void served.push(name));
  await enqueue([...numbered('a', 40), ...numbered('b', 2), ...numbered('c', 1)]);
  await jobs.start();
  await jobs.idle();
  assert.deepEqual(served.slice(0, 7), ['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3']);
  assert.equal(served.length, 43);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('with more workspaces than one look covers, each is served', async (db) => {
  const served: string[] = [];
  const { jobs, enqueue } = createQueue(db, async ({ name }) => void served.push(name.slice(0, -1)));
  const workspaces = Array.from({ length: 66 }, (_, index) => `w${String(index).padStart(2, '0')}-`);
  await enqueue(workspaces.flatMap((workspace) => numbered(workspace, 2)));
  await jobs.start();
  await jobs.idle();
  assert.equal(served.length, 132);
  assert.deepEqual(new Set(served.slice(0, 85)), new Set(workspaces));
  await jobs.stop({ graceMs: 0 });
});

/** Jobs that hang until they are released, and a record of which have started. */
const createHanging = () => {
  const started: string[] = [];
  const released = Promise.withResolvers<void>();
  const handler = async ({ name }: Work): Promise<void> => {
    started.push(name);
    await released.promise;
  };
  return { started, handler, release: released.resolve };
};

forEachDatabase('a workspace whose jobs all hang does not use all workers', async (db) => {
  const { started, handler, release } = createHanging();
  const { jobs, enqueue } = createQueue(db, handler, { concurrency: 8, groupConcurrency: () => 4 });
  await enqueue(numbered('a', 20, 'group'));
  await jobs.start();
  await eventually('the share of one workspace is in use', () => started.length === 6);
  await enqueue([{ name: 'b0', workspaceId: 'b', group: 'group0' }]);
  await eventually('another workspace has started', () => started.includes('b0'));
  await enqueue([{ name: 'c0', workspaceId: 'c' }]);
  await eventually('a third workspace has started', () => started.includes('c0'));
  assert.equal(started.length, 8);
  release();
  await jobs.idle();
  assert.equal(started.length, 22);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase('groups of one pool share its limit, divided fairly between workspaces', async (db) => {
  const { started, handler, release } = createHanging();
  const { jobs, enqueue } = createQueue(db, handler, {
    concurrency: 32,
    groupConcurrency: () => 8,
    poolOf: (group) => (group.startsWith('host') ? 'host' : undefined),
    poolConcurrency: 4,
  });
  await enqueue(numbered('a', 10, 'host'));
  await jobs.start();
  await eventually('the share of the pool is in use', () => started.length === 3);
  await enqueue([
    { name: 'b0', workspaceId: 'b', group: 'host-b' },
    { name: 'a elsewhere', workspaceId: 'a', group: 'elsewhere' },
  ]);
  await eventually(
    'other jobs start inside and outside the pool',
    () => started.includes('b0') && started.includes('a elsewhere'),
  );
  assert.equal(started.length, 5);
  release();
  await jobs.idle();
  assert.equal(started.length, 12);
  await jobs.stop({ graceMs: 0 });
});

forEachDatabase(
  'a job that has left its group makes room for another one, up to twice the limit of the group',
  async (db) => {
    const started: string[] = [];
    const answered = Promise.withResolvers<void>();
    const stored = Promise.withResolvers<void>();
    const handler: JobHandler<Work> = async ({ name }, { leaveGroup }) => {
      started.push(name);
      await answered.promise;
      leaveGroup();
      // A second call has no effect.
      leaveGroup();
      await stored.promise;
    };
    const { jobs, enqueue } = createQueue(db, handler, { concurrency: 8, groupConcurrency: () => 2 });
    const sameGroup = (workspaceId: string, count: number) =>
      numbered(workspaceId, count).map((entry) => ({ ...entry, group: `group of ${workspaceId}` }));
    await enqueue(sameGroup('a', 10));
    await jobs.start();
    await eventually('the group is full', () => started.length === 2);
    await enqueue(sameGroup('b', 1));
    await eventually('another group has started', () => started.includes('b0'));
    assert.equal(started.length, 3);
    answered.resolve();
    await eventually('two more of the group have started', () => started.length === 5);
    await enqueue(sameGroup('c', 1));
    await eventually('a third group has started', () => started.includes('c0'));
    assert.equal(started.length, 6);
    stored.resolve();
    await jobs.idle();
    assert.equal(started.length, 12);
    await jobs.stop({ graceMs: 0 });
  },
);
