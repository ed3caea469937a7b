import assert from 'node:assert/strict';
import { createHmac, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { requestHeaders } from './request-headers.ts';

const nowMs = 1_893_456_000_789;
const delivery = { id: '70dbd880c0ffee00c0ffee00', body: '{"text":"Grüße 您好"}', nowMs };
const open = { authorization: null, signingSecrets: [] };

/** The receiver of the Standard Webhooks scheme, implemented from its description. */
const verify = (headers: Record<string, string>, body: string, key: Buffer): boolean => {
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  const expected = createHmac('sha256', key).update(Buffer.from(content, 'utf8')).digest();
  return headers['webhook-signature']!.split(' ').some((entry) => {
    const [version, signature] = entry.split(',');
    return version === 'v1' && Buffer.from(signature!, 'base64').equals(expected);
  });
};

test('the timestamp is in whole seconds, and the id is that of the delivery', () => {
  const headers = requestHeaders(open, delivery);
  assert.equal(headers['webhook-timestamp'], '1893456000');
  assert.equal(headers['webhook-id'], delivery.id);
});

test('without a secret nothing is signed, and without authorization no header is sent', () => {
  const headers = requestHeaders(open, delivery);
  assert.equal('webhook-signature' in headers, false);
  assert.equal('authorization' in headers, false);
});

test('a receiver can verify the signature with its key, and detects a changed body', () => {
  const key = randomBytes(32);
  const headers = requestHeaders({ ...open, signingSecrets: [`whsec_${key.toString('base64')}`] }, delivery);
  assert.equal(verify(headers, delivery.body, key), true);
  assert.equal(verify(headers, `${delivery.body} `, key), false);
});

test('with two secrets, receivers with the old or the new one can verify the signature', () => {
  const keys = [randomBytes(24), randomBytes(24)] as const;
  const signingSecrets = keys.map((key) => `whsec_${key.toString('base64')}`);
  const headers = requestHeaders({ ...open, signingSecrets }, delivery);
  for (const key of keys) assert.equal(verify(headers, delivery.body, key), true);
  assert.equal(verify(headers, delivery.body, randomBytes(24)), false);
});

test('a secret without the prefix signs with its own bytes', () => {
  const headers = requestHeaders({ ...open, signingSecrets: ['correct horse battery'] }, delivery);
  assert.equal(verify(headers, delivery.body, Buffer.from('correct horse battery')), true);
});

test('the signature equals that of the published example', () => {
  // Example of the scheme's description: secret, id, timestamp, body and their signature.
  const headers = requestHeaders(
    { ...open, signingSecrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] },
    { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}', nowMs: 1_614_265_330_000 },
  );
  assert.equal(headers['webhook-signature'], 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

test('Bearer is sent as configured, Basic as configured or created from user:password', () => {
  const send = (scheme: 'Bearer' | 'Basic', token: string) =>
    requestHeaders({ ...open, authorization: { scheme, token } }, delivery).authorization;
  assert.equal(send('Bearer', 'abc:def'), 'Bearer abc:def');
  assert.equal(send('Basic', 'dXNlcjpwYXNz'), 'Basic dXNlcjpwYXNz');
  assert.equal(send('Basic', 'user:pass'), 'Basic dXNlcjpwYXNz');
});
