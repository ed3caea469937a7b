import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { formatSecretKey, newSecretKey, parseSecretKey } from './secret-key.ts';

test('a key is read from base64, base64url and hex, and has the same id in each', () => {
  // Contains both characters in which the alphabets differ.
  const bytes = Buffer.concat([Buffer.from('fbff', 'hex'), randomBytes(30)]);
  const texts = ['base64', 'base64url', 'hex'].map((encoding) => bytes.toString(encoding as 'hex'));
  for (const text of [...texts, texts[2]!.toUpperCase(), ` ${texts[0]}\n`]) {
    const key = parseSecretKey(text, 'KEY');
    assert.deepEqual(key.bytes, bytes);
    assert.match(key.id, /^[0-9a-f]{16}$/);
    assert.equal(key.id, parseSecretKey(texts[0]!, 'KEY').id);
  }
});

test('a text that is not 32 random bytes is rejected with its setting and not quoted', () => {
  const short = randomBytes(31).toString('base64');
  const long = randomBytes(33).toString('hex');
  for (const text of [
    '',
    'a pass phrase',
    short,
    long,
    `${randomBytes(32).toString('base64')}=`,
    '0'.repeat(64),
  ])
    assert.throws(
      () => parseSecretKey(text, 'FRONTDESK_SECRET_KEY'),
      ({ message }: Error) =>
        message.startsWith('FRONTDESK_SECRET_KEY must be a ') && (text === '' || !message.includes(text)),
    );
});

test('a new key is different each time and can be read from its text', () => {
  const key = newSecretKey();
  assert.notEqual(key.id, newSecretKey().id);
  assert.deepEqual(parseSecretKey(formatSecretKey(key), 'KEY'), key);
});
