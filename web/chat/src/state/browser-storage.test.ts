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

test('values survive a reload and are separate for each agent', () => {
  const storage = fakeStorage();
  createBrowserStorage('a', () => storage).set('secret', '1');
  assert.equal(createBrowserStorage('a', () => storage).get('secret'), '1');
  assert.equal(createBrowserStorage('b', () => storage).get('secret'), undefined);
});

test('without storage values are kept while the page is open', () => {
  const browserStorage = createBrowserStorage('a', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  browserStorage.set('secret', '1');
  assert.equal(browserStorage.get('secret'), '1');
  browserStorage.set('secret', undefined);
  assert.equal(browserStorage.get('secret'), undefined);
});
