import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchTotp, newTotpSecret, totpUri } from './totp.ts';

/** The secret and codes of RFC 6238, appendix B, cut to six digits. */
const rfcSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const rfcCodes: [seconds: number, code: string][] = [
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
];

test('the codes of RFC 6238 are accepted at their time, with their time step', () => {
  for (const [seconds, code] of rfcCodes)
    assert.equal(matchTotp(rfcSecret, code, seconds * 1000), Math.floor(seconds / 30));
  assert.equal(matchTotp(rfcSecret, ' 287 082 ', 59_000), 1);
});

test('one step of drift is accepted in both directions and two are not', () => {
  const [seconds, code] = rfcCodes[1]!;
  const step = Math.floor(seconds / 30);
  const at = (steps: number) => matchTotp(rfcSecret, code, (step + steps) * 30_000 + 15_000);
  assert.deepEqual([at(-2), at(-1), at(0), at(1), at(2)], [undefined, step, step, step, undefined]);
});

test('a code has exactly six digits', () => {
  for (const text of ['', '28708', '2870820', '28708a', '２８７０８２', '-28708', '1e5000'])
    assert.equal(matchTotp(rfcSecret, text, 59_000), undefined, text);
});

test('a new secret has 160 bits and a URI that apps read', () => {
  const secret = newTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri({ secret, email: 'anna@example.com' }));
  assert.deepEqual([uri.protocol, uri.host], ['otpauth:', 'totp']);
  assert.equal(decodeURIComponent(uri.pathname), '/Frontdesk:anna@example.com');
  assert.deepEqual([uri.searchParams.get('secret'), uri.searchParams.get('issuer')], [secret, 'Frontdesk']);
});
