import assert from 'node:assert/strict';
import { test } from 'node:test';
import { releaseMemoryWhenIdle } from './release-memory.ts';

const watch = (context: test.TestContext, shares: readonly number[]) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const seen = { checks: 0, collections: 0 };
  releaseMemoryWhenIdle({
    busyShare: () => shares[seen.checks++] ?? 1,
    collect: () => {
      seen.collections += 1;
    },
    intervalMs: 1000,
  });
  return { seen, pass: (seconds: number) => context.mock.timers.tick(seconds * 1000) };
};

test('memory is released once, when the service is idle', (context) => {
  const { seen, pass } = watch(context, [0.8, 0.06, 0.01, 0]);
  pass(2);
  assert.deepEqual(seen, { checks: 2, collections: 0 });
  pass(5);
  assert.deepEqual(seen, { checks: 3, collections: 1 });
});

test('a service that stays busy is left alone', (context) => {
  const { seen, pass } = watch(context, []);
  pass(1000);
  assert.deepEqual(seen, { checks: 60, collections: 0 });
});

test('the collection leaves the process without a global function', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  releaseMemoryWhenIdle({ busyShare: () => 0, intervalMs: 1000 });
  context.mock.timers.tick(1000);
  assert.equal('gc' in globalThis, process.execArgv.includes('--expose-gc'));
});
