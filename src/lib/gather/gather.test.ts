import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGather } from './gather.ts';

test('concurrent calls run together, up to the limit, and each gets its own output', async () => {
  const runs: number[][] = [];
  const double = createGather<number, number>({
    most: 3,
    run: async (inputs) => {
      runs.push([...inputs]);
      return inputs.map((input) => input * 2);
    },
  });
  assert.deepEqual(await Promise.all([1, 2, 3, 4].map(double)), [2, 4, 6, 8]);
  assert.deepEqual(runs, [[1, 2, 3], [4]]);
});

test('the weight of a run is limited, and a heavier input runs alone', async () => {
  const runs: number[][] = [];
  const echo = createGather<number, number>({
    most: 5,
    weigh: (input) => input,
    run: async (inputs) => {
      runs.push([...inputs]);
      return inputs;
    },
  });
  await Promise.all([2, 3, 1, 9, 4].map(echo));
  assert.deepEqual(runs, [[2, 3], [1], [9], [4]]);
});

test('inputs that arrive during a run are processed together after it', async () => {
  const runs: number[][] = [];
  const first = Promise.withResolvers<void>();
  const echo = createGather<number, number>({
    most: 10,
    run: async (inputs) => {
      runs.push([...inputs]);
      if (runs.length === 1) await first.promise;
      return inputs;
    },
  });
  const begun = echo(1);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  const later = Promise.all([echo(2), echo(3)]);
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  assert.deepEqual(runs, [[1]]);
  first.resolve();
  assert.deepEqual([await begun, ...(await later)], [1, 2, 3]);
  assert.deepEqual(runs, [[1], [2, 3]]);
});

test('one failing input does not fail the others', async () => {
  const runs: number[][] = [];
  const run = createGather<number, number>({
    most: 10,
    run: async (inputs) => {
      runs.push([...inputs]);
      if (inputs.includes(2)) throw new Error('2 is damaged');
      return inputs;
    },
  });
  const outcomes = await Promise.allSettled([1, 2, 3].map(run));
  assert.deepEqual(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : outcome.reason.message)),
    [1, '2 is damaged', 3],
  );
  assert.deepEqual(runs, [[1, 2, 3], [1], [2], [3]]);
});
