import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTenantQueue, type Waiting } from './tenant-queue.ts';

const openQueue = (workers = 2) => {
  let nowMs = 0;
  const refused: string[] = [];
  const queue = createTenantQueue({ workers, nowMs: () => nowMs });
  const add = (tenant: string, { isLong = false } = {}): void =>
    queue.add({
      tenant,
      isLong,
      start: async () => false,
      refuse: ({ reason }) => refused.push(`${tenant} ${reason}`),
    });
  return { queue, add, refused, pass: (ms: number) => (nowMs += ms) };
};

const tenantOf = (next: { job: Waiting } | undefined): string | undefined => next?.job.tenant;

test('jobs alternate between tenants, with one job per tenant at a time', () => {
  const { queue, add } = openQueue();
  for (const tenant of ['a', 'a', 'a', 'b', 'c']) add(tenant);
  const first = queue.next()!;
  const second = queue.next()!;
  assert.deepEqual([first, second].map(tenantOf), ['a', 'b']);
  first.done(false);
  second.done(false);
  assert.deepEqual([queue.next(), queue.next(), queue.next()].map(tenantOf), ['c', 'a', undefined]);
});

test('a tenant has no second running job, even if no other tenant waits', () => {
  const { queue, add } = openQueue();
  add('a');
  add('a');
  const first = queue.next()!;
  assert.equal(queue.next(), undefined);
  first.done(false);
  assert.equal(tenantOf(queue.next()), 'a');
});

test('long jobs and tenants that used up a limit leave the last worker to the others', () => {
  const { queue, add, pass } = openQueue(2);
  add('a');
  queue.next()!.done(true);
  add('a');
  add('b', { isLong: true });
  add('c');
  const running = [queue.next()!, queue.next()!];
  assert.deepEqual(running.map(tenantOf), ['a', 'c'], 'the long job of b waits, because a is suspect');
  assert.equal(queue.next(), undefined);
  for (const { done } of running) done(false);
  const long = queue.next()!;
  assert.equal(tenantOf(long), 'b');
  add('a');
  assert.equal(queue.next(), undefined, 'a is still suspect');
  pass(60_001);
  assert.equal(tenantOf(queue.next()), 'a');
});

test('a pool of one runs long jobs too', () => {
  const { queue, add } = openQueue(1);
  add('a', { isLong: true });
  assert.equal(tenantOf(queue.next()), 'a');
});

test('the 201st waiting job of a tenant is rejected, but not that of another', () => {
  const { queue, add, refused } = openQueue();
  for (let count = 0; count < 201; count += 1) add('a');
  add('b');
  assert.deepEqual(refused, ['a busy']);
  assert.equal(queue.clear().length, 201);
});
