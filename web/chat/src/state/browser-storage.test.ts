import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBrowserStorage } from './browser-storage.ts';

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
  createBrowserStorage('a', () => storage).set('secret', '1');
  assert.equal(createBrowserStorage('a', () => storage).get('secret'), '1');
  assert.equal(createBrowserStorage('b', () => storage).get('secret'), undefined);
});

test('where the browser forbids storage it is kept while the page is open', () => {
  const browserStorage = createBrowserStorage('a', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  browserStorage.set('secret', '1');
  assert.equal(browserStorage.get('secret'), '1');
  browserStorage.set('secret', undefined);
  assert.equal(browserStorage.get('secret'), undefined);
});
