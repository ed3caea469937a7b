import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDotProducts } from './dot-products.ts';

const stride = 64;

const fill = (memory: WebAssembly.Memory, query: number[], vectors: number[][]): number => {
  new Int16Array(memory.buffer, 0, stride).set(query);
  vectors.forEach((vector, row) => void new Int8Array(memory.buffer, (2 + row) * stride, stride).set(vector));
  return (2 + vectors.length) * stride;
};

const dotsOf = (query: number[], vectors: number[][]): number[] => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const end = fill(memory, query, vectors);
  createDotProducts(memory)(0, 2 * stride, end, stride, end);
  return [...new Int32Array(memory.buffer, end, vectors.length)];
};

test('dot products are exact, signs included', () => {
  const query = Array.from({ length: stride }, (_, at) => (at % 2 === 0 ? at * 50 : -at * 60));
  const vectors = Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: stride }, (__, at) => ((at * 7 + row * 31) % 255) - 127),
  );
  const expected = vectors.map((vector) => vector.reduce((sum, value, at) => sum + value * query[at]!, 0));
  assert.deepEqual(dotsOf(query, vectors), expected);
});

test('the largest values do not overflow', () => {
  const query = new Array(stride).fill(4095);
  assert.deepEqual(dotsOf(query, [new Array(stride).fill(127), new Array(stride).fill(-127)]), [
    4095 * 127 * stride,
    -4095 * 127 * stride,
  ]);
});
