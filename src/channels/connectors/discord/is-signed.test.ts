import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { test } from 'node:test';
import { verifyKey } from 'discord-interactions';
import { isSigned } from './is-signed.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const publicKeyHex = Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex');
const nowMs = 1_790_000_000_000;
const body = '{"type":2,"data":{"name":"ask","options":[{"value":"Grüße 😀"}]}}';
const signatureOf = (text: string): string => sign(null, Buffer.from(text), privateKey).toString('hex');

const check = (given: { body?: string; timestamp?: string; signature?: string; key?: string }) => {
  const timestamp = given.timestamp ?? String(nowMs / 1000);
  const signature = given.signature ?? signatureOf(timestamp + body);
  const key = given.key ?? publicKeyHex;
  const text = given.body ?? body;
  const headers = { 'x-signature-timestamp': timestamp, 'x-signature-ed25519': signature };
  return {
    own: isSigned({ headers, body: Buffer.from(text), nowMs }, key),
    official: () => verifyKey(text, signature, timestamp, key),
  };
};

test('signatures are accepted and refused as by the library of Discord', async () => {
  const other = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x!;
  const cases = [
    { given: {}, expected: true },
    { given: { signature: signatureOf(`${nowMs / 1000}${body}`).toUpperCase() }, expected: true },
    { given: { body: `${body} ` }, expected: false },
    {
      given: { timestamp: String(nowMs / 1000 + 1), signature: signatureOf(`${nowMs / 1000}${body}`) },
      expected: false,
    },
    { given: { key: Buffer.from(other, 'base64url').toString('hex') }, expected: false },
    { given: { signature: '0'.repeat(128) }, expected: false },
  ];
  for (const { given, expected } of cases) {
    const { own, official } = check(given);
    assert.deepEqual([own, await official()], [expected, expected], JSON.stringify(given));
  }
});

test('a request that is five minutes old or malformed is refused', () => {
  assert.equal(check({ timestamp: String(nowMs / 1000 - 300) }).own, true);
  assert.equal(check({ timestamp: String(nowMs / 1000 - 301) }).own, false);
  assert.equal(check({ timestamp: String(nowMs / 1000 + 301) }).own, false);
  assert.equal(check({ timestamp: 'now' }).own, false);
  assert.equal(check({ signature: 'ab' }).own, false);
  assert.equal(check({ key: '' }).own, false);
  assert.equal(check({ key: 'f'.repeat(64) }).own, false);
});
