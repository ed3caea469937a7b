import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTestClock } from '../../test/support/time/test-clock.ts';
import { createShortLivedCache } from './short-lived-cache.ts';

interface Value {
  version: number;
}

const open = (maxEntries = 10) => {
  const clock = createTestClock();
  const cache = createShortLivedCache<Value>({ clock, keepMs: 1000, maxEntries });
  const stored: { version: number | undefined; reads: number } = { version: 1, reads: 0 };
  const read = async (last: Value | undefined): Promise<Value | undefined> => {
    stored.reads += 1;
    const { version } = stored;
    if (version === undefined) return undefined;
    return last?.version === version ? last : { version };
  };
  return { clock, cache, stored, read };
};

test('a value is read once for half of its time, and callers wait for another read when it has expired', async () => {
  const { clock, cache, stored, read } = open();
  await cache.get('a', read);
  clock.advance(499);
  await cache.get('a', read);
  assert.equal(stored.reads, 1);
  stored.version = 2;
  clock.advance(501);
  assert.deepEqual(await cache.get('a', read), { version: 2 });
  assert.equal(stored.reads, 2);
});

test('a value in use is read again before it expires, and nobody waits for it', async () => {
  const { clock, cache, stored, read } = open();
  await cache.get('a', read);
  stored.version = 2;
  clock.advance(500);
  const { promise: gate, resolve } = Promise.withResolvers<void>();
  const slowly = async (last: Value | undefined) => {
    await gate;
    return read(last);
  };
  assert.deepEqual(await cache.get('a', slowly), { version: 1 });
  assert.deepEqual(await cache.get('a', slowly), { version: 1 });
  resolve();
  await setImmediate();
  assert.equal(stored.reads, 2, 'once, not for each caller');
  clock.advance(499);
  assert.deepEqual(await cache.get('a', read), { version: 2 });
  assert.equal(stored.reads, 2, 'its time begins with that read');
});

test('a background read that began before an invalidation is not kept', async () => {
  const { clock, cache, stored, read } = open();
  await cache.get('a', read);
  clock.advance(500);
  const { promise, resolve } = Promise.withResolvers<Value>();
  await cache.get('a', () => promise);
  stored.version = 2;
  cache.forget('a');
  assert.deepEqual(await cache.get('a', read), { version: 2 });
  resolve({ version: 1 });
  await setImmediate();
  assert.deepEqual(await cache.get('a', read), { version: 2 });
});

test('if a background read fails, the value is kept until it expires', async () => {
  const { clock, cache, stored, read } = open();
  await cache.get('a', read);
  const fails = () => Promise.reject(new Error('lost'));
  clock.advance(999);
  assert.deepEqual(await cache.get('a', fails), { version: 1 });
  await setImmediate();
  assert.deepEqual(await cache.get('a', fails), { version: 1 });
  clock.advance(1);
  await assert.rejects(cache.get('a', fails), /lost/);
  assert.deepEqual(await cache.get('a', read), { version: 1 });
  assert.equal(stored.reads, 2);
});

test('a value that a background read no longer finds is missing at once', async () => {
  const { clock, cache, stored, read } = open();
  await cache.get('a', read);
  stored.version = undefined;
  clock.advance(500);
  await cache.get('a', read);
  await setImmediate();
  assert.equal(await cache.get('a', read), undefined);
});

test('a value expires if the clock was set back', async () => {
  const { clock, cache, stored, read } = open();
  await cache.get('a', read);
  clock.advance(-60_000);
  await cache.get('a', read);
  assert.equal(stored.reads, 2);
});

test('concurrent callers share one read', async () => {
  const { cache, stored, read } = open();
  const [first, second] = await Promise.all([cache.get('a', read), cache.get('a', read)]);
  assert.equal(stored.reads, 1);
  assert.equal(first, second);
});

test('an unchanged value keeps its object, also when it is read again', async () => {
  const { clock, cache, stored, read } = open();
  const first = await cache.get('a', read);
  clock.advance(2000);
  assert.equal(await cache.get('a', read), first);
  assert.equal(await cache.renew('a', read), first);
  stored.version = 2;
  assert.deepEqual(await cache.renew('a', read), { version: 2 });
  assert.deepEqual(await cache.get('a', read), { version: 2 });
  assert.equal(stored.reads, 4);
});

test('a read that began before an invalidation is not kept', async () => {
  const { cache, stored, read } = open();
  const { promise, resolve } = Promise.withResolvers<Value>();
  const old = cache.get('a', () => promise);
  stored.version = 2;
  cache.forget('a');
  resolve({ version: 1 });
  assert.deepEqual(await old, { version: 1 });
  assert.deepEqual(await cache.get('a', read), { version: 2 });
});

test('missing values and failed reads are not cached', async () => {
  const { cache, stored, read } = open();
  stored.version = undefined;
  assert.equal(await cache.get('a', read), undefined);
  stored.version = 1;
  assert.deepEqual(await cache.get('a', read), { version: 1 });
  await assert.rejects(
    cache.get('b', () => Promise.reject(new Error('lost'))),
    /lost/,
  );
  assert.deepEqual(await cache.get('b', read), { version: 1 });
});

test('a full cache is emptied', async () => {
  const { cache, stored, read } = open(2);
  for (const key of ['a', 'b', 'c', 'c']) await cache.get(key, read);
  assert.equal(stored.reads, 3);
  await cache.get('a', read);
  assert.equal(stored.reads, 4);
  cache.clear();
  await cache.get('a', read);
  assert.equal(stored.reads, 5);
});
