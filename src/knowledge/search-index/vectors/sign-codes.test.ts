import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createSignCodes } from './sign-codes.ts';

const estimatesOf = (vectors: Float32Array[], query: Float32Array): number[] => {
  const codes = createSignCodes(query.length);
  vectors.forEach((vector, row) => void codes.put(row, vector));
  const { sums, factor, rowFactors } = codes.estimate(query, vectors.length);
  return Array.from(sums, (sum, row) => sum * factor * rowFactors[row]!);
};

const vectorOf = (dimension: number) =>
  fc
    .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: dimension, maxLength: dimension })
    .map((values) => Float32Array.from(values));

test('an estimate is the query summed with the signs of the vector, over the sum of its sizes', () => {
  const sets = fc
    .integer({ min: 1, max: 70 })
    .chain((dimension) =>
      fc.tuple(fc.array(vectorOf(dimension), { minLength: 1, maxLength: 40 }), vectorOf(dimension)),
    );
  fc.assert(
    fc.property(sets, ([vectors, query]) => {
      const estimates = estimatesOf(vectors, query);
      const size = query.reduce((sum, value) => sum + Math.abs(value), 0);
      vectors.forEach((vector, row) => {
        const own = vector.reduce((sum, value) => sum + Math.abs(value), 0);
        const sum = vector.reduce((total, value, at) => total + (value >= 0 ? 1 : -1) * query[at]!, 0);
        // Tables have integers up to 63: each group of four dimensions is off by at most half a step.
        const error = size > 0 ? (Math.ceil(query.length / 4) * 0.5 * Math.min(4, size)) / 63 : 0;
        assert.ok(Math.abs(estimates[row]! * own - sum * (own > 1e-20 ? 1 : 0)) <= error + 1e-4);
      });
    }),
    { numRuns: 60 },
  );
});

test('a query of thousands of dimensions does not overflow', () => {
  const query = new Float32Array(4096).fill(1 / 64);
  const opposite = query.map((value) => -value);
  const [same, other] = estimatesOf([query, opposite], query);
  assert.ok(Math.abs(same! - 1) < 0.02);
  assert.ok(Math.abs(other! + 1) < 0.02);
});

test('a moved row keeps its estimate', () => {
  const query = Float32Array.from([0.5, -0.5, 0.5, 0.5]);
  const codes = createSignCodes(4);
  for (let row = 0; row < 40; row += 1)
    codes.put(row, row === 37 ? query : query.map((value, at) => (at === row % 4 ? -value : value)));
  codes.move(37, 3);
  const { sums } = codes.estimate(query, 4);
  assert.equal(Math.max(...sums), sums[3]);
});
