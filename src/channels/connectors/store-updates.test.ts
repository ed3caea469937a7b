import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import { createPulledConnections, pageOf } from '../../../test/support/platforms/pulled-platform.ts';
import type { Database } from '../../db/index.ts';
import { systemClock } from '../../lib/clock.ts';
import type { PlatformUpdate } from './connector.ts';

const open = async (db: Database) => {
  const fetch = async () => pageOf([], null);
  const { connect, storeUpdates } = createPulledConnections({ db, clock: systemClock, fetch });
  return { connection: await connect(), storeUpdates };
};

/** As a bot receives them: numbered without gaps over all chats. */
const updateOf = (number: number): PlatformUpdate => ({
  key: `update-${number}`,
  chatKey: `chat-${number % 3}`,
  position: number,
  follows: `update-${number - 1}`,
  payload: { number },
});

const readJobs = async (db: Database) =>
  db.query
    .selectFrom('jobs')
    .select(['ordering_key', 'run_at', 'waits_for_key'])
    .where('queue', '=', 'channel-updates')
    .orderBy('sequence')
    .execute();

forEachDatabase(
  'updates of concurrent requests are stored once, each with its job, without a gap',
  async (db) => {
    const { connection, storeUpdates } = await open(db);
    const requests = Array.from({ length: 30 }, (_, number) => ({
      connection,
      updates: [updateOf(number)],
      nowMs: 1000,
    }));
    // Some are repeated, as by a platform that got no response in time.
    await Promise.all([...requests, ...requests.slice(10, 20)].map(storeUpdates.store));
    const stored = await db.query
      .selectFrom('channel_updates')
      .select(['update_key', 'chat_key'])
      .orderBy('position')
      .execute();
    assert.deepEqual(
      stored.map((row) => [row.update_key, row.chat_key]),
      requests.map(({ updates: [update] }) => [update!.key, update!.chatKey]),
    );
    const jobs = await readJobs(db);
    for (const chat of ['chat-0', 'chat-1', 'chat-2']) {
      const ofChat = jobs.filter(({ ordering_key: key }) => key === `${connection.id} ${chat}`);
      assert.equal(ofChat.length, 10);
      assert.deepEqual(
        ofChat.map(({ waits_for_key: waits }) => Number(waits)),
        [0, ...Array.from({ length: 9 }, () => 1)],
        'one at a time',
      );
    }
    assert.ok(
      jobs.every(({ run_at: runAt }) => Number(runAt) === 0),
      'no update waits for one that is stored with it',
    );
  },
);

forEachDatabase('an update whose predecessor is missing waits for it', async (db) => {
  const { connection, storeUpdates } = await open(db);
  await storeUpdates.store({ connection, updates: [updateOf(1)], nowMs: 1000 });
  await storeUpdates.store({ connection, updates: [updateOf(3)], nowMs: 1000 });
  const jobs = await readJobs(db);
  assert.deepEqual(
    jobs.map(({ run_at: runAt }) => Number(runAt)),
    [0, 1700],
  );
});

forEachDatabase('an update that cannot be stored does not affect those of other requests', async (db) => {
  const { connection, storeUpdates } = await open(db);
  const results = await Promise.allSettled([
    storeUpdates.store({ connection, updates: [updateOf(1)], nowMs: 1000 }),
    storeUpdates.store({ connection: { ...connection, id: 'deleted' }, updates: [updateOf(2)], nowMs: 1000 }),
    storeUpdates.store({ connection, updates: [updateOf(3)], nowMs: 1000 }),
  ]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
  const stored = await db.query
    .selectFrom('channel_updates')
    .select('update_key')
    .orderBy('position')
    .execute();
  assert.deepEqual(
    stored.map(({ update_key: key }) => key),
    ['update-1', 'update-3'],
  );
  assert.equal((await readJobs(db)).length, 2);
});
