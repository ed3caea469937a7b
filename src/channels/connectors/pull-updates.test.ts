import assert from 'node:assert/strict';
import { forEachDatabase } from '../../../test/support/databases/databases.ts';
import {
  createPulledConnections,
  pageOf,
  storedTexts,
} from '../../../test/support/platforms/pulled-platform.ts';
import { createManualTime } from '../../../test/support/time/manual-time.ts';
import type { Database } from '../../db/index.ts';
import type { PullContext, PullOutcome } from './connector.ts';

const everyMs = 60_000;

type Fetch = (context: PullContext) => Promise<PullOutcome>;

/** A service with one connection, whose time advances by hand. */
const startPulled = async (db: Database, fetch: Fetch, interval?: number) => {
  const { clock, timer, advance } = createManualTime();
  const pulled = createPulledConnections({
    db,
    clock,
    timer,
    fetch,
    ...(interval === undefined ? {} : { everyMs: interval }),
  });
  await pulled.jobs.start();
  const connection = await pulled.connect();
  const settle = async (): Promise<void> => {
    // A job that ends may have scheduled the next one.
    for (let round = 0; round < 4; round += 1) await pulled.jobs.idle();
  };
  await settle();
  return {
    ...pulled,
    connection,
    wait: async (ms: number): Promise<void> => {
      advance(ms);
      await settle();
    },
    settle,
    lastError: async () => (await pulled.connections.findNewest(connection.id))!.lastError,
    stop: () => pulled.jobs.stop({ graceMs: 1000 }),
  };
};

forEachDatabase('updates are fetched at the interval, page by page, from the stored position', async (db) => {
  const texts = ['one', 'two', 'three'];
  const cursors: (string | null)[] = [];
  const fetch: Fetch = async ({ cursor }) => {
    cursors.push(cursor);
    return pageOf(texts, cursor);
  };
  const { wait, stop } = await startPulled(db, fetch, everyMs);
  assert.deepEqual(await storedTexts(db), texts);
  assert.deepEqual(cursors, [null, '2']);
  texts.push('four');
  await wait(everyMs - 1);
  assert.equal(cursors.length, 2);
  await wait(1);
  assert.deepEqual(await storedTexts(db), texts);
  const jobs = await db.query
    .selectFrom('jobs')
    .select('id')
    .where('queue', '=', 'channel-updates')
    .execute();
  assert.equal(jobs.length, 4);
  await stop();
});

forEachDatabase('an update that the platform returns twice is stored once', async (db) => {
  const fetch: Fetch = async () => pageOf(['one'], null);
  const { wait, stop } = await startPulled(db, fetch, everyMs);
  await wait(everyMs);
  assert.deepEqual(await storedTexts(db), ['one']);
  const jobs = await db.query
    .selectFrom('jobs')
    .select('id')
    .where('queue', '=', 'channel-updates')
    .execute();
  assert.equal(jobs.length, 1);
  await stop();
});

forEachDatabase('a request fetches updates with its hint, also while they are being fetched', async (db) => {
  const texts: string[] = [];
  const hints: (string | null)[] = [];
  let during: (() => Promise<unknown>) | undefined;
  const fetch: Fetch = async ({ cursor, hint }) => {
    hints.push(hint);
    const page = pageOf(texts, cursor);
    await during?.();
    return page;
  };
  const { connection, post, wait, settle, stop } = await startPulled(db, fetch);
  assert.deepEqual(hints, [null], 'a new connection fetches once');
  await wait(24 * 60 * 60 * 1000);
  assert.equal(hints.length, 1, 'without an interval nothing else is fetched');
  texts.push('one');
  during = async () => {
    during = undefined;
    texts.push('two');
    assert.equal((await post(connection.id, 'second')).status, 200);
  };
  assert.equal((await post(connection.id, 'first')).status, 200);
  await settle();
  assert.deepEqual(hints, [null, 'first', 'second']);
  assert.deepEqual(await storedTexts(db), ['one', 'two']);
  assert.equal((await db.query.selectFrom('channel_pulls').select('hint').executeTakeFirst())?.hint, null);
  await stop();
});

forEachDatabase('failures are shown and repeated with growing delays, until one succeeds', async (db) => {
  let failures = 3;
  let calls = 0;
  const fetch: Fetch = async ({ cursor }) => {
    calls += 1;
    failures -= 1;
    if (failures === 1) throw new Error('socket with a secret');
    return failures >= 0 ? { kind: 'failed', error: 'No answer' } : pageOf(['one'], cursor);
  };
  const { wait, lastError, stop } = await startPulled(db, fetch, everyMs);
  assert.equal(await lastError(), 'No answer');
  await wait(5000);
  assert.equal(calls, 2);
  assert.equal(await lastError(), 'Pulled could not be asked for messages');
  await wait(14_999);
  assert.equal(calls, 2);
  await wait(1);
  assert.equal(calls, 3);
  await wait(60_000);
  assert.equal(await lastError(), null);
  assert.deepEqual(await storedTexts(db), ['one']);
  await stop();
});

forEachDatabase('a delay that the platform asks for is kept, also if a request arrives', async (db) => {
  let calls = 0;
  const fetch: Fetch = async () => {
    calls += 1;
    return { kind: 'failed', error: 'Too many calls', retryAfterMs: 120_000 };
  };
  const { connection, post, wait, settle, stop } = await startPulled(db, fetch);
  await post(connection.id, '');
  await settle();
  await wait(119_999);
  assert.equal(calls, 1);
  await wait(1);
  assert.equal(calls, 2);
  await stop();
});

forEachDatabase('refused credentials stop the calls until they are replaced', async (db) => {
  let isRefused = true;
  let calls = 0;
  const fetch: Fetch = async ({ cursor }) => {
    calls += 1;
    return isRefused ? { kind: 'failed', error: 'Wrong password', isRefused } : pageOf(['one'], cursor);
  };
  const { connection, connections, wait, lastError, settle, stop } = await startPulled(db, fetch, everyMs);
  await wait(60 * 60 * 1000);
  assert.equal(calls, 1);
  assert.equal(await lastError(), 'Wrong password');
  isRefused = false;
  const credentials = { account: connection.account, settings: {}, secrets: {} };
  await db.transaction((tx) => connections.update(tx, connection, { credentials }));
  await settle();
  assert.deepEqual(await storedTexts(db), ['one']);
  assert.equal(await lastError(), null);
  await stop();
});

forEachDatabase('another account begins without the position of the one before', async (db) => {
  const cursors: (string | null)[] = [];
  const fetch: Fetch = async ({ cursor }) => {
    cursors.push(cursor);
    return { kind: 'pulled', updates: [], cursor: '7' };
  };
  const { connection, connections, wait, settle, stop } = await startPulled(db, fetch, everyMs);
  await wait(everyMs);
  const credentials = { account: { key: 'other', name: 'Other' }, settings: {}, secrets: {} };
  await db.transaction((tx) => connections.update(tx, connection, { credentials }));
  await settle();
  assert.deepEqual(cursors, [null, '7', null]);
  await stop();
});

forEachDatabase('nothing is fetched while a connection is paused, and after it was deleted', async (db) => {
  let calls = 0;
  const fetch: Fetch = async () => {
    calls += 1;
    return { kind: 'pulled', updates: [], cursor: null };
  };
  const { connection, connections, jobs, post, wait, settle, stop } = await startPulled(db, fetch, everyMs);
  const paused = await db.transaction((tx) => connections.update(tx, connection, { status: 'paused' }));
  await wait(10 * everyMs);
  assert.equal(calls, 1);
  assert.equal((await post(connection.id, '')).status, 503);
  await db.transaction((tx) => connections.update(tx, paused, { status: 'active' }));
  await settle();
  assert.equal(calls, 2);
  await db.transaction((tx) => connections.remove(tx, connection.id));
  await wait(10 * everyMs);
  assert.equal(calls, 2);
  assert.equal(await jobs.count('channel-pulls'), 0);
  await stop();
});

forEachDatabase('an agent that was deleted stops the calls', async (db) => {
  let calls = 0;
  const fetch: Fetch = async () => {
    calls += 1;
    return { kind: 'pulled', updates: [], cursor: null };
  };
  const { connection, jobs, wait, stop } = await startPulled(db, fetch, everyMs);
  await db.query.updateTable('agents').set({ deleted_at: 1 }).where('id', '=', connection.agentId).execute();
  await wait(everyMs);
  await wait(everyMs);
  assert.equal(await jobs.count('channel-pulls'), 0);
  assert.ok(calls <= 2);
  await stop();
});

forEachDatabase('nothing is fetched while too many updates wait', async (db) => {
  let calls = 0;
  const fetch: Fetch = async ({ cursor }) => {
    calls += 1;
    return pageOf(['one'], cursor);
  };
  const { connection, wait, stop } = await startPulled(db, fetch, everyMs);
  const rows = Array.from({ length: 50_000 }, (_, position) => ({
    connection_id: connection.id,
    update_key: `waiting-${position}`,
    chat_key: 'chat',
    position,
    payload: '{}',
    received_at: 0,
    processed_at: null,
  }));
  await db.transaction(async (tx) => {
    for (let from = 0; from < rows.length; from += 1000)
      await tx
        .insertInto('channel_updates')
        .values(rows.slice(from, from + 1000))
        .execute();
  });
  await wait(everyMs);
  assert.equal(calls, 1);
  await db.query.deleteFrom('channel_updates').execute();
  await wait(30_000);
  assert.equal(calls, 2);
  await stop();
});

forEachDatabase('updates with a key and positions that cannot be stored do no harm', async (db) => {
  const fetch: Fetch = async () => ({
    kind: 'pulled',
    updates: [{ key: 'a\0', chatKey: 'chat', position: 1, payload: {} }, ...storable],
    cursor: '1',
  });
  const storable = [{ key: 'b', chatKey: 'chat', position: 2, payload: { text: 'b\0' } }];
  const first = await startPulled(db, fetch, everyMs);
  assert.deepEqual(await storedTexts(db), ['b\0']);
  await first.stop();
});

forEachDatabase('a position that cannot be stored is an error of the connection', async (db) => {
  const fetch: Fetch = async () => ({ kind: 'pulled', updates: [], cursor: 'x\0' });
  const { lastError, stop } = await startPulled(db, fetch, everyMs);
  assert.match((await lastError())!, /position that cannot be stored/);
  await stop();
});
