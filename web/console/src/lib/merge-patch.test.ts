import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSame } from './is-same.ts';
import { mergePatch } from './merge-patch.ts';

test('a patch contains only changed fields, also of nested objects', () => {
  const before = {
    prompt: 'a',
    memory: { shortTerm: true, longTerm: true },
    tools: { http: [{ name: 'x' }] },
  };
  const after = {
    prompt: 'a',
    memory: { shortTerm: true, longTerm: false },
    tools: { http: [{ name: 'y' }] },
  };
  assert.deepEqual(mergePatch(before, after), {
    memory: { longTerm: false },
    tools: { http: [{ name: 'y' }] },
  });
  assert.deepEqual(mergePatch(before, structuredClone(before)), {});
});

test('a removed field is sent as null', () => {
  assert.deepEqual(mergePatch({ headers: { a: '1', b: '2' } }, { headers: { b: '2' } }), {
    headers: { a: null },
  });
  assert.deepEqual(mergePatch({ model: { provider: 'openai' } }, { model: null }), { model: null });
  assert.deepEqual(mergePatch({ name: 'x' }, { name: undefined }), { name: null });
});

test('a model of another provider is sent completely', () => {
  const before = { model: { provider: 'openai', name: 'm', apiKey: '••••' } };
  const after = { model: { provider: 'google', name: 'm' } };
  assert.deepEqual(mergePatch(before, after), after);
});

test('values are compared by their content', () => {
  assert.ok(isSame({ a: [1, { b: null }] }, { a: [1, { b: null }] }));
  assert.ok(isSame({ a: undefined }, {}));
  assert.ok(!isSame({ a: null }, {}));
  assert.ok(!isSame([], {}));
  assert.ok(!isSame([1], [1, 2]));
});
