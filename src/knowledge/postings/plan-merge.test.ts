import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planMerge } from './plan-merge.ts';
import type { Run } from './run-store.ts';

const runOf = (chunkCount: number, more: Partial<Run> = {}): Run => ({
  number: 1,
  chunkCount,
  byteCount: chunkCount * 400,
  createdAt: 100,
  livingChunks: chunkCount,
  ...more,
});

const runs = (count: number, chunks: number): Run[] => Array.from({ length: count }, () => runOf(chunks));

test('eight runs of about the same size are merged, seven are not', () => {
  assert.deepEqual(planMerge(runs(7, 2000), 0), []);
  assert.equal(planMerge([...runs(8, 2000), runOf(9000)], 0).length, 8);
  assert.deepEqual(planMerge([...runs(4, 2000), ...runs(4, 9000)], 0), []);
});

test('a run is written anew when a quarter of it is deleted, or any of it after a day', () => {
  assert.equal(planMerge([runOf(1000, { livingChunks: 700 })], 0).length, 1);
  assert.deepEqual(planMerge([runOf(1000, { livingChunks: 999 })], 99), []);
  assert.equal(planMerge([runOf(1000, { livingChunks: 999 })], 100).length, 1);
  assert.deepEqual(planMerge([runOf(1000)], 100), []);
});

test('a thousand uploads leave few runs', () => {
  let all: Run[] = [];
  for (let upload = 0; upload < 1000; upload += 1) {
    all.push(runOf(1000));
    for (let merged = planMerge(all, 0); merged.length > 0; merged = planMerge(all, 0)) {
      const gone = new Set(merged);
      const sum = merged.reduce((total, { chunkCount }) => total + chunkCount, 0);
      all = [...all.filter((run) => !gone.has(run)), runOf(sum)];
    }
    assert.ok(all.length <= 28, `${all.length} runs`);
  }
});
