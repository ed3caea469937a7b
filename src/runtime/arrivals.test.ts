import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Arrival, createArrivals } from './arrivals.ts';

const setUp = (context: TestContext) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const arrive = createArrivals({ nowMs: () => Date.now() });
  const turns: string[] = [];
  const takeTurn = async (name: string, arrival: Arrival): Promise<void> => {
    await arrival.turn();
    turns.push(name);
    arrival.leave();
  };
  /** A request whose body is there, for a conversation that its sender may use. */
  const entered = (credential: string, conversationId: string): Arrival => {
    const arrival = arrive(credential);
    arrival.endBody(conversationId);
    arrival.enter(conversationId);
    return arrival;
  };
  const passMs = async (ms: number): Promise<void> => {
    context.mock.timers.tick(ms);
    await nextTurn();
  };
  return { arrive, turns, takeTurn, entered, passMs };
};

test('messages of a conversation enter it in the order their requests arrived', async (context) => {
  const { entered, turns, takeTurn } = setUp(context);
  const [first, second, third] = [entered('key', 'a'), entered('key', 'a'), entered('other key', 'a')];
  const all = [takeTurn('third', third!), takeTurn('second', second!)];
  await nextTurn();
  assert.deepEqual(turns, []);
  await Promise.all([takeTurn('first', first!), ...all]);
  assert.deepEqual(turns, ['first', 'second', 'third']);
});

test('a request that is refused lets those behind it go on', async (context) => {
  const { arrive, entered, turns, takeTurn } = setUp(context);
  const [unread, named, checked] = [arrive('key'), arrive('key'), entered('key', 'a')];
  named!.name('a');
  const last = takeTurn('last', entered('key', 'a'));
  for (const ahead of [unread!, named!, checked!]) {
    await nextTurn();
    assert.deepEqual(turns, []);
    ahead.leave();
  }
  await last;
  assert.deepEqual(turns, ['last']);
});

test('the answer to a request ends its place only where it was not admitted', async (context) => {
  const { arrive, entered, turns, takeTurn } = setUp(context);
  const [refused, admitted] = [arrive('key'), entered('key', 'a')];
  const last = takeTurn('last', entered('key', 'a'));
  refused.refuse();
  admitted.refuse();
  await nextTurn();
  assert.deepEqual(turns, []);
  admitted.leave();
  await last;
});

test('a body that has not named its conversation delays only its own credential, for two seconds', async (context) => {
  const { arrive, entered, turns, takeTurn, passMs } = setUp(context);
  const slow = arrive('key');
  slow.startBody();
  const own = takeTurn('own', entered('key', 'a'));
  await takeTurn('other', entered('other key', 'b'));
  await passMs(1999);
  assert.deepEqual(turns, ['other']);
  await passMs(1);
  await own;
  assert.deepEqual(turns, ['other', 'own']);
});

test('many slow bodies do not add up: a message waits two seconds at most', async (context) => {
  const { arrive, entered, takeTurn, turns, passMs } = setUp(context);
  for (let count = 0; count < 1000; count += 1) arrive('key').startBody();
  const waiting = takeTurn('message', entered('key', 'a'));
  // Those that arrive later are behind it.
  for (let count = 0; count < 1000; count += 1) arrive('key').startBody();
  await passMs(2000);
  await waiting;
  assert.deepEqual(turns, ['message']);
});

test('a request that named its conversation late takes the position of that moment', async (context) => {
  const { arrive, entered, turns, takeTurn, passMs } = setUp(context);
  const slow = arrive('key');
  slow.startBody();
  const before = entered('key', 'a');
  await passMs(3000);
  slow.endBody('a');
  slow.enter('a');
  const after = entered('key', 'a');
  await Promise.all([takeTurn('after', after), takeTurn('slow', slow), takeTurn('before', before)]);
  assert.deepEqual(turns, ['before', 'slow', 'after']);
});

test('a slow body that has named its conversation keeps its place there and delays no other', async (context) => {
  const { arrive, entered, turns, takeTurn, passMs } = setUp(context);
  const slow = arrive('key');
  slow.startBody();
  slow.name('a');
  await takeTurn('other conversation', entered('key', 'b'));
  const behind = takeTurn('behind', entered('key', 'a'));
  await passMs(600_000);
  assert.deepEqual(turns, ['other conversation']);
  slow.endBody('a');
  slow.enter('a');
  await takeTurn('slow', slow);
  await behind;
  assert.deepEqual(turns, ['other conversation', 'slow', 'behind']);
});

test('naming a conversation of somebody else does not delay them', async (context) => {
  const { arrive, entered, turns, takeTurn } = setUp(context);
  const hostile = arrive('hostile');
  hostile.startBody();
  hostile.name('a');
  await takeTurn('owner', entered('key', 'a'));
  assert.deepEqual(turns, ['owner']);
});

test('the time a request is not waiting for its client does not count', async (context) => {
  const { arrive, entered, turns, takeTurn, passMs } = setUp(context);
  const authenticating = arrive('token');
  const lookingUp = arrive('token');
  lookingUp.startBody();
  lookingUp.endBody(undefined);
  const behind = takeTurn('behind', entered('token', 'a'));
  await passMs(60_000);
  assert.deepEqual(turns, []);
  authenticating.leave();
  lookingUp.enter('a');
  await nextTurn();
  await takeTurn('ahead', lookingUp);
  await behind;
  assert.deepEqual(turns, ['ahead', 'behind']);
});
