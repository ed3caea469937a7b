import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHostFrame, type HostMessage, isAllowedOrigin, readHostMessage } from './host-frame.ts';

const host = 'https://shop.example';

/** A window in a frame of `host`, with the messages it posted. */
const fakeWindow = () => {
  const listeners: ((event: MessageEvent) => void)[] = [];
  const posted: { message: unknown; target: string }[] = [];
  const parent = { postMessage: (message: unknown, target: string) => posted.push({ message, target }) };
  const window = {
    parent,
    location: { origin: 'https://desk.example', ancestorOrigins: [host] },
    addEventListener: (_name: string, listener: (event: MessageEvent) => void) => listeners.push(listener),
  } as unknown as Window;
  const receive = (origin: string, data: unknown, source: unknown = parent) => {
    for (const listener of listeners) listener({ origin, data, source } as unknown as MessageEvent);
  };
  return { window, posted, receive };
};

test('a user is set by JSON text or an object, and removed by null', () => {
  const ada = {
    type: 'identify',
    identity: { userId: 'ada', userHash: undefined, email: undefined, mergeGuest: false },
  };
  assert.deepEqual(readHostMessage('{"type":"UserId","data":"ada"}'), ada);
  assert.deepEqual(readHostMessage({ type: 'UserId', data: 'ada' }), ada);
  assert.deepEqual(readHostMessage({ type: 'UserId', data: 'ada', hash: 'ff', email: 'a@b.example' }), {
    type: 'identify',
    identity: { userId: 'ada', userHash: 'ff', email: 'a@b.example', mergeGuest: false },
  });
  const merged = readHostMessage({ type: 'UserId', data: 'ada', merge_guest: true });
  assert.equal(merged?.type === 'identify' && merged.identity.mergeGuest, true);
  assert.deepEqual(readHostMessage({ type: 'UserId', data: null }), {
    type: 'identify',
    identity: { userId: undefined, userHash: undefined, email: undefined, mergeGuest: false },
  });
});

test('messages of other scripts are ignored', () => {
  for (const data of [
    '',
    '{',
    'null',
    '[]',
    5,
    null,
    undefined,
    {},
    { type: 'UserId' },
    { type: 'UserId', data: 5 },
    { type: 'userid', data: 'x' },
  ])
    assert.equal(readHostMessage(data), undefined, JSON.stringify(data));
});

test('an origin is allowed if it is our own, or listed exactly or by *', () => {
  assert.equal(isAllowedOrigin(host, [host], 'https://desk.example'), true);
  assert.equal(isAllowedOrigin('https://desk.example', [], 'https://desk.example'), true);
  assert.equal(isAllowedOrigin('https://any.example', ['*'], 'https://desk.example'), true);
  for (const origin of [
    'https://shop.example.evil.example',
    'http://shop.example',
    'https://shop.example:8443',
    'null',
  ])
    assert.equal(isAllowedOrigin(origin, [host], 'https://desk.example'), false, origin);
  assert.equal(isAllowedOrigin('null', ['*'], 'https://desk.example'), false);
});

test('only messages of the embedding page are read, whatever their origin', () => {
  const { window, receive } = fakeWindow();
  const received: HostMessage[] = [];
  const options = { hostOrigin: undefined, onMessage: (message: HostMessage) => received.push(message) };
  createHostFrame({ ...options, window }).allow([host]);
  for (const source of [{ name: 'another frame' }, { name: 'an opener' }, window, null])
    for (const data of [
      { type: 'UserId', data: 'mallory' },
      { type: 'frontdesk:call', name: 'send', text: 'forged' },
    ])
      receive(host, data, source);
  assert.deepEqual(received, []);

  const alone = fakeWindow();
  Object.assign(alone.window, { parent: alone.window });
  createHostFrame({ ...options, window: alone.window }).allow([host]);
  for (const source of [alone.window, { name: 'an opener' }])
    alone.receive(host, { type: 'UserId', data: 'mallory' }, source);
  assert.deepEqual(received, [], 'a page outside a frame accepts no user');
});

test('a wildcard matches subdomains with the same scheme', () => {
  const isAllowed = (origin: string) =>
    isAllowedOrigin(origin, ['https://*.shop.example'], 'https://desk.example');
  assert.deepEqual(['https://a.shop.example', 'https://a.b.shop.example'].map(isAllowed), [true, true]);
  for (const origin of [
    'https://shop.example',
    'http://a.shop.example',
    'https://evilshop.example',
    'https://a.shop.example.evil.example',
  ])
    assert.equal(isAllowed(origin), false, origin);
});

test('messages that came before the allowed origins are checked against them', () => {
  const { window, receive } = fakeWindow();
  const received: HostMessage[] = [];
  const frame = createHostFrame({
    window,
    hostOrigin: undefined,
    onMessage: (message) => received.push(message),
  });
  receive('https://evil.example', { type: 'UserId', data: 'mallory' });
  receive(host, { type: 'UserId', data: 'ada' });
  assert.equal(received.length, 0);
  frame.allow([host]);
  receive('https://evil.example', { type: 'UserId', data: 'mallory' });
  receive('https://evil.example', { type: 'frontdesk:call', name: 'send', text: 'forged' });
  receive(host, { type: 'frontdesk:hidden' });
  receive(host, { type: 'frontdesk:call', name: 'send', text: 'Hello' });
  assert.deepEqual(
    received.map((message) => (message.type === 'identify' ? message.identity.userId : message.type)),
    ['ada', 'hidden', 'call'],
  );
});

test('messages are posted to the origin of the embedding page, and only if it is allowed', () => {
  const allowed = fakeWindow();
  const frame = createHostFrame({ window: allowed.window, hostOrigin: undefined, onMessage: () => {} });
  frame.tell('ready');
  assert.deepEqual(allowed.posted, []);
  frame.allow([host]);
  frame.tell('unread', { count: 2 });
  assert.deepEqual(allowed.posted, [
    { message: { type: 'frontdesk:ready' }, target: host },
    { message: { type: 'frontdesk:unread', count: 2 }, target: host },
  ]);
  const foreign = fakeWindow();
  const other = createHostFrame({ window: foreign.window, hostOrigin: host, onMessage: () => {} });
  other.allow(['https://another.example']);
  other.tell('ready');
  assert.deepEqual(foreign.posted, []);
});
