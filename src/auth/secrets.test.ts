import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashPassword, newApiKey, verifyPassword } from './secrets.ts';

test('a password matches its hash in any Unicode normalization, other passwords do not', async () => {
  const stored = await hashPassword('Zürich caf\u00e9 2030');
  assert.equal(await verifyPassword('Zürich cafe\u0301 2030', stored), true);
  assert.equal(await verifyPassword('zürich caf\u00e9 2030', stored), false);
  assert.ok(!stored.includes('2030'));
});

test('a damaged or empty hash matches no password', async () => {
  for (const stored of ['', 'scrypt', 'scrypt$1$2$3', 'md5$1$8$1$c2FsdA$aGFzaA'])
    assert.equal(await verifyPassword('', stored), false, stored);
});

test('keys have the prefix and at least 24 random characters', () => {
  assert.match(newApiKey(), /^app-[\w-]{24,}$/);
  assert.notEqual(newApiKey(), newApiKey());
});
