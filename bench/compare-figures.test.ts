import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFigures } from './compare-figures.ts';
import type { Figure } from './support/report.ts';

const figure = (value: number, more: Partial<Figure> = {}): Figure => ({
  group: 'rounds',
  name: 'share of the floor',
  database: 'sqlite',
  value,
  unit: 'ratio',
  better: 'higher',
  ...more,
});

test('a ratio more than 15% worse is told, in the direction in which it is bad', () => {
  assert.equal(compareFigures([figure(0.6)], [figure(0.5)]).length, 1);
  assert.equal(compareFigures([figure(0.6)], [figure(0.55)]).length, 0);
  assert.equal(compareFigures([figure(0.5)], [figure(0.6)]).length, 0);
  const lower = { better: 'lower' } as const;
  assert.equal(compareFigures([figure(2, lower)], [figure(2.4, lower)]).length, 1);
  assert.equal(compareFigures([figure(2.4, lower)], [figure(2, lower)]).length, 0);
});

test('what is no ratio, or was not measured before, says nothing about a change', () => {
  assert.deepEqual(compareFigures([figure(100, { unit: '/s' })], [figure(10, { unit: '/s' })]), []);
  assert.deepEqual(compareFigures([figure(1, { database: 'postgres' })], [figure(0.1)]), []);
});
