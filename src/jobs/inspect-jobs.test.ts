import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createManualTime } from '../../test/support/time/manual-time.ts';
import { createJobs } from './index.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const page = { offset: 0, limit: 10 };

forEachDatabase(
  'only the workspace of a job sees the reason for its failure, until the job is retried',
  async (db) => {
    const time = createManualTime();
    const jobs = createJobs({ db, clock: time.clock, timer: time.timer, log: silent, processId: 'one' });
    let isBroken = true;
    const retryDelayMs = () => 60_000;
    const options = { concurrency: 1, leaseMs: 30_000, maxAttempts: 2, retryDelayMs };
    jobs.define(
      'work',
      async () => {
        if (isBroken) throw new Error('the server is away');
      },
      options,
    );
    await jobs.start();
    const payload = { documentId: 'a'.repeat(24), apiKey: 'secret', noId: 'secret' };
    const id = await db.transaction((tx) => jobs.enqueue(tx, 'work', payload, { workspaceId: 'mine' }));
    await jobs.idle();

    const [delayed] = await jobs.listOf('mine', { state: 'delayed' }, page);
    assert.deepEqual(
      { ...delayed, createdAtMs: 0, atMs: 0 },
      {
        id,
        queue: 'work',
        state: 'delayed',
        attempts: 1,
        error: 'the server is away',
        about: { documentId: 'a'.repeat(24) },
        createdAtMs: 0,
        atMs: 0,
      },
    );
    assert.deepEqual(await jobs.listOf('theirs', { state: 'delayed' }, page), []);
    assert.equal(await db.transaction((tx) => jobs.retryIn(tx, 'theirs', id)), false);
    // The manual retry is the last attempt, and it fails.
    assert.equal(await db.transaction((tx) => jobs.retryIn(tx, 'mine', id)), true);
    await jobs.idle();
    assert.deepEqual(await jobs.countsOf('mine'), [
      { queue: 'work', waiting: 0, delayed: 0, running: 0, failed: 1 },
    ]);
    assert.deepEqual(await jobs.countsOf('theirs'), []);
    assert.deepEqual(
      (await jobs.listOf('mine', { state: 'failed', queue: 'work' }, page)).map((job) => [
        job.id,
        job.attempts,
      ]),
      [[id, 2]],
    );
    assert.deepEqual(await jobs.listOf('mine', { state: 'failed', queue: 'other' }, page), []);
    isBroken = false;
    assert.equal(await db.transaction((tx) => jobs.retryIn(tx, 'mine', id)), true);
    await jobs.idle();
    assert.deepEqual(await jobs.countsOf('mine'), []);
    assert.equal(await db.transaction((tx) => jobs.retryIn(tx, 'mine', id)), false);
    await jobs.stop({ graceMs: 0 });
  },
);
