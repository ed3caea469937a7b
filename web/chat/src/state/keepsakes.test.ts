import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeepsakes } from './keepsakes.ts';

const fakeStorage = (): Storage => {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
    removeItem: (name: string) => values.delete(name),
  } as unknown as Storage;
};

test('what is kept outlives the page and is apart for each agent', () => {
  const storage = fakeStorage();
  createKeepsakes('a', () => storage).set('secret', '1');
  assert.equal(createKeepsakes('a', () => storage).get('secret'), '1');
  assert.equal(createKeepsakes('b', () => storage).get('secret'), undefined);
});

test('where the browser forbids storage it is kept while the page is open', () => {
  const keepsakes = createKeepsakes('a', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  keepsakes.set('secret', '1');
  assert.equal(keepsakes.get('secret'), '1');
  keepsakes.set('secret', undefined);
  assert.equal(keepsakes.get('secret'), undefined);
});
