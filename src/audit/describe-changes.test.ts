import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeChanges } from './describe-changes.ts';

test('only different leaves are reported, by path', () => {
  assert.deepEqual(
    describeChanges(
      { name: 'A', memory: { short: true, long: true } },
      { name: 'A', memory: { short: false, long: true } },
    ),
    { 'memory.short': [true, false] },
  );
});

test('added and removed values are compared with null', () => {
  assert.deepEqual(describeChanges<object>({ gone: 1 }, { come: [1, 2] }), {
    gone: [1, null],
    come: [null, [1, 2]],
  });
  assert.deepEqual(describeChanges(undefined, { name: 'A' }), { name: [null, 'A'] });
  assert.deepEqual(describeChanges({ name: 'A' }, undefined), { name: ['A', null] });
});

test('a changed secret is reported even if its mask is the same', () => {
  const mask = () => ({ token: '••••' });
  assert.deepEqual(describeChanges({ token: 'old' }, { token: 'new' }, mask), { token: ['••••', '••••'] });
  assert.deepEqual(describeChanges({ token: 'old' }, { token: 'old' }, mask), {});
});

test('a long text is truncated', () => {
  const { prompt } = describeChanges({ prompt: '' }, { prompt: 'x'.repeat(50_000) });
  const after = String(prompt?.[1]);
  assert.ok(after.length < 1100);
  assert.match(after, /50000 characters/);
});
