import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newSecretKey } from '../lib/secret-key.ts';
import { createEncryption, type Place } from './encryption.ts';

const place: Place = ['agents.settings', 'agent1', 'model.apiKey'];

test('any value can be decrypted, and encrypting it twice gives different texts', () => {
  const encryption = createEncryption(newSecretKey());
  for (const text of ['', 'sk-secret', 'ключ 🔑\u0000\n', 'v1:looks:encrypted', 'x'.repeat(100_000)]) {
    const [first, second] = [encryption.encrypt(text, place), encryption.encrypt(text, place)];
    assert.notEqual(first, second);
    assert.equal(encryption.decrypt(first, place), text);
    assert.equal(encryption.decrypt(second, place), text);
  }
});

test('the stored text contains the key id and nothing of the value', () => {
  const encryption = createEncryption(newSecretKey());
  const stored = encryption.encrypt('sk-secret-value', place);
  assert.ok(stored.startsWith(`v1:${encryption.keyId}:`));
  const bytes = Buffer.from(stored.split(':')[2]!, 'base64url');
  assert.equal(bytes.length, 12 + 'sk-secret-value'.length + 16);
  assert.ok(!bytes.includes('secret'));
});

test('a value that was moved to another table, owner or field cannot be decrypted there', () => {
  const encryption = createEncryption(newSecretKey());
  const stored = encryption.encrypt('sk-secret', place);
  const others: Place[] = [
    ['service_secrets.value', 'agent1', 'model.apiKey'],
    ['agents.settings', 'agent2', 'model.apiKey'],
    ['agents.settings', 'agent1', 'fallbackModel.apiKey'],
    ['agents.settings', 'agent1'],
    ['agents.settings', 'agent1model.apiKey'],
  ];
  for (const other of others)
    assert.throws(() => encryption.decrypt(stored, other), { name: 'DecryptionError' });
});

test('every changed byte is detected, and the error does not quote the value', () => {
  const encryption = createEncryption(newSecretKey());
  const [version, keyId, encoded] = encryption.encrypt('sk-secret', place).split(':') as [
    string,
    string,
    string,
  ];
  const bytes = Buffer.from(encoded, 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index]! ^= 1;
    const stored = [version, keyId, changed.toString('base64url')].join(':');
    assert.throws(
      () => encryption.decrypt(stored, place),
      /agents.settings agent1 model.apiKey was modified/,
    );
  }
  for (const broken of [
    '',
    'sk-secret',
    `v1:${keyId}`,
    `v1:${keyId}:`,
    `v1:${keyId}:AAAA`,
    `v2:${keyId}:${encoded}`,
  ])
    assert.throws(
      () => encryption.decrypt(broken, place),
      (error: Error) => error.name === 'DecryptionError' && !error.message.includes('sk-secret'),
    );
});

test('decrypting a value of another key fails with the ids of both keys', () => {
  const [one, other] = [createEncryption(newSecretKey()), createEncryption(newSecretKey())];
  assert.throws(() => other.decrypt(one.encrypt('sk-secret', place), place), {
    message: `agents.settings agent1 model.apiKey is encrypted with key ${one.keyId}, this process has key ${other.keyId}`,
  });
});
