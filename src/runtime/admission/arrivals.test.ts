import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import { type Arrival, createArrivals } from './arrivals.ts';

const setUp = (context: TestContext) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const arrive = createArrivals({ nowMs: () => Date.now() });
  const order: string[] = [];
  const enter = async (name: string, arrival: Arrival): Promise<void> => {
    await arrival.waitForEarlier();
    order.push(name);
    arrival.leave();
  };
  /** A request with a complete body, for a conversation that its sender may use. */
  const entered = (credential: string, conversationId: string): Arrival => {
    const arrival = arrive(credential);
    arrival.endBody(conversationId);
    arrival.enter(conversationId);
    return arrival;
  };
  const passMs = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await nextTick();
  };
  return { arrive, order, enter, entered, passMs };
};

test('messages of a conversation enter it in the order of their requests', async (context) => {
  const { entered, order, enter } = setUp(context);
  const [first, second, third] = [entered('key', 'a'), entered('key', 'a'), entered('other key', 'a')];
  const all = [enter('third', third!), enter('second', second!)];
  await nextTick();
  assert.deepEqual(order, []);
  await Promise.all([enter('first', first!), ...all]);
  assert.deepEqual(order, ['first', 'second', 'third']);
});

test('a rejected request does not delay those behind it', async (context) => {
  const { arrive, entered, order, enter } = setUp(context);
  const [unread, named, checked] = [arrive('key'), arrive('key'), entered('key', 'a')];
  named!.name('a');
  const last = enter('last', entered('key', 'a'));
  for (const ahead of [unread!, named!, checked!]) {
    await nextTick();
    assert.deepEqual(order, []);
    ahead.leave();
  }
  await last;
  assert.deepEqual(order, ['last']);
});

test('the answer to a request frees its position only if it has not entered', async (context) => {
  const { arrive, entered, order, enter } = setUp(context);
  const [refused, admitted] = [arrive('key'), entered('key', 'a')];
  const last = enter('last', entered('key', 'a'));
  refused.refuse();
  admitted.refuse();
  await nextTick();
  assert.deepEqual(order, []);
  admitted.leave();
  await last;
});

test('a body without its conversation id delays only requests with the same credential, for two seconds', async (context) => {
  const { arrive, entered, order, enter, passMs } = setUp(context);
  const slow = arrive('key');
  slow.startBody();
  const own = enter('own', entered('key', 'a'));
  await enter('other', entered('other key', 'b'));
  await passMs(1999);
  assert.deepEqual(order, ['other']);
  await passMs(1);
  await own;
  assert.deepEqual(order, ['other', 'own']);
});

test('many slow bodies do not add up: a message waits at most two seconds', async (context) => {
  const { arrive, entered, enter, order, passMs } = setUp(context);
  for (let count = 0; count < 1000; count += 1) arrive('key').startBody();
  const waiting = enter('message', entered('key', 'a'));
  // Later requests do not delay it.
  for (let count = 0; count < 1000; count += 1) arrive('key').startBody();
  await passMs(2000);
  await waiting;
  assert.deepEqual(order, ['message']);
});

test('a request that names its conversation late gets its position at that time', async (context) => {
  const { arrive, entered, order, enter, passMs } = setUp(context);
  const slow = arrive('key');
  slow.startBody();
  const before = entered('key', 'a');
  await passMs(3000);
  slow.endBody('a');
  slow.enter('a');
  const after = entered('key', 'a');
  await Promise.all([enter('after', after), enter('slow', slow), enter('before', before)]);
  assert.deepEqual(order, ['before', 'slow', 'after']);
});

test('a slow body that has named its conversation keeps its position and delays no other conversation', async (context) => {
  const { arrive, entered, order, enter, passMs } = setUp(context);
  const slow = arrive('key');
  slow.startBody();
  slow.name('a');
  await enter('other conversation', entered('key', 'b'));
  const behind = enter('behind', entered('key', 'a'));
  await passMs(600_000);
  assert.deepEqual(order, ['other conversation']);
  slow.endBody('a');
  slow.enter('a');
  await enter('slow', slow);
  await behind;
  assert.deepEqual(order, ['other conversation', 'slow', 'behind']);
});

test('naming a conversation of another user does not delay that user', async (context) => {
  const { arrive, entered, order, enter } = setUp(context);
  const hostile = arrive('hostile');
  hostile.startBody();
  hostile.name('a');
  await enter('owner', entered('key', 'a'));
  assert.deepEqual(order, ['owner']);
});

test('time in which a request does not wait for its client does not count', async (context) => {
  const { arrive, entered, order, enter, passMs } = setUp(context);
  const authenticating = arrive('token');
  const lookingUp = arrive('token');
  lookingUp.startBody();
  lookingUp.endBody(undefined);
  const behind = enter('behind', entered('token', 'a'));
  await passMs(60_000);
  assert.deepEqual(order, []);
  authenticating.leave();
  lookingUp.enter('a');
  await nextTick();
  await enter('ahead', lookingUp);
  await behind;
  assert.deepEqual(order, ['ahead', 'behind']);
});
