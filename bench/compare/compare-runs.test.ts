import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figure } from '../support/report.ts';
import { compareRuns } from './compare-runs.ts';

const runs = (values: number[], more: Partial<Figure> = {}): Figure[] =>
  values.map((value) => ({
    group: 'rounds',
    name: 'share of the baseline',
    database: 'sqlite',
    value,
    unit: 'ratio',
    better: 'higher',
    ...more,
  }));

const verdict = (before: number[], after: number[], more: Partial<Figure> = {}): string | undefined =>
  compareRuns(runs(before, more), runs(after, more))[0]?.verdict;

test('a ratio is worse if its median moves in the bad direction by more than the noise', () => {
  assert.equal(verdict([0.6, 0.61, 0.62], [0.5, 0.51, 0.52]), 'worse');
  assert.equal(verdict([0.5, 0.51, 0.52], [0.6, 0.61, 0.62]), 'better');
  const lower = { better: 'lower' } as const;
  assert.equal(verdict([2, 2.02, 2.04], [2.4, 2.42, 2.44], lower), 'worse');
  assert.equal(verdict([2.4, 2.42, 2.44], [2, 2.02, 2.04], lower), 'better');
});

test('the noise is the range of the version with the larger range', () => {
  assert.equal(verdict([1, 1.3, 1.1], [0.95, 0.96, 0.97]), 'same');
  assert.equal(verdict([1.1, 1.1, 1.1], [0.95, 1.1, 0.8]), 'same');
  assert.equal(verdict([1.1, 1.1, 1.1], [0.95, 0.96, 0.97]), 'worse');
  const [compared] = compareRuns(runs([1, 1.3, 1.1]), runs([1, 1, 1]));
  assert.ok(Math.abs(compared!.noise - 0.3 / 1.1) < 1e-9);
});

test('less than 5% is noise, however similar the runs are', () => {
  assert.equal(verdict([1.04, 1.04, 1.04], [1, 1, 1]), 'same');
  assert.equal(verdict([1.06, 1.06, 1.06], [1, 1, 1]), 'worse');
});

test('one slow repetition does not decide', () => {
  assert.equal(verdict([1, 1, 1], [1, 0.2, 1]), 'same');
});

test('the median of an even number of repetitions is in the middle', () => {
  const [compared] = compareRuns(runs([1, 3]), runs([1, 2, 3, 4]));
  assert.deepEqual([compared!.before, compared!.after], [2, 2.5]);
});

test('start times are compared in milliseconds; other figures without a ratio are not', () => {
  const slow = { group: 'start', name: 'start in a used folder', unit: 'ms', better: 'lower' } as const;
  assert.equal(verdict([1000, 1010, 1020], [1200, 1210, 1220], slow), 'worse');
  assert.equal(verdict([100], [10], { unit: '/s' }), undefined);
});

test('figures of only one version are omitted', () => {
  assert.deepEqual(compareRuns(runs([1], { database: 'postgres' }), runs([0.1])), []);
});

test('a figure of 0 is compared without division by it', () => {
  const lower = { better: 'lower' } as const;
  assert.equal(verdict([0, 0, 0], [0, 0, 0], lower), 'same');
  assert.equal(verdict([0, 0, 0], [1, 1, 1], lower), 'worse');
});
