import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkUserHash, expiringUserHash, userHash } from './user-hash.ts';

const secret = 'key';
const nowMs = 1_800_000_000_000;
const expiresSeconds = nowMs / 1000 + 3600;

const check = (given: string, userId: string, more: object = {}) =>
  checkUserHash(given, { userId, secret, nowMs, acceptLegacy: true, ...more });
const isValid = (...given: Parameters<typeof check>): boolean => check(...given).isValid;

test('the legacy hash is the hex HMAC-SHA256 of the id in UTF-8', () => {
  // A well-known HMAC test vector.
  const known = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8';
  const userId = 'The quick brown fox jumps over the lazy dog';
  assert.equal(userHash(userId, secret), known);
  assert.ok(isValid(known, userId));
  assert.ok(isValid(known.toUpperCase(), userId));
  assert.equal(isValid(known, userId, { acceptLegacy: false }), false);
});

test('only the complete legacy hash of this id with this secret is accepted', () => {
  const right = userHash('ada', secret);
  assert.ok(isValid(right, 'ada'));
  const wrong = ['', right.slice(1), `${right}0`, `0${right.slice(1)}g`, ` ${right}`, 'x'.repeat(64)];
  for (const given of [...wrong, userHash('bob', secret), userHash('ada', 'other'), userHash('ada ', secret)])
    assert.equal(isValid(given, 'ada'), false, given);
});

test('an expiring hash is valid for its user until its expiry, in every browser or in one', () => {
  const anywhere = expiringUserHash({ userId: 'ada', expiresSeconds }, secret);
  assert.match(anywhere, /^v2\.1800003600\.[0-9a-f]{128}$/);
  assert.deepEqual(check(anywhere, 'ada'), { isValid: true, anonymousId: undefined });
  assert.deepEqual(check(anywhere, 'ada', { acceptLegacy: false }), {
    isValid: true,
    anonymousId: undefined,
  });
  assert.deepEqual(check(anywhere, 'ada', { nowMs: expiresSeconds * 1000 }), {
    isValid: false,
    hasExpired: true,
  });
  const bound = { userId: 'ada', expiresSeconds, anonymousId: 'widget-aaaaaaaaaaaaaaaa' };
  assert.deepEqual(check(expiringUserHash(bound, secret), 'ada'), {
    isValid: true,
    anonymousId: bound.anonymousId,
  });
});

test('an expiring hash with a changed or moved part, or with a part of a legacy hash, is invalid', () => {
  const [, , mac] = expiringUserHash({ userId: 'ada', expiresSeconds }, secret).split('.');
  const wrong: [string, string][] = [
    [`v2.${expiresSeconds + 1}.${mac}`, 'ada'],
    [`v2.${expiresSeconds}.${mac}`, 'bob'],
    [`v2.${expiresSeconds}.widget-a.${mac}`, 'ada'],
    [`v2.0${expiresSeconds}.${mac}0`, 'ada'],
    [`v1.${expiresSeconds}.${mac}`, 'ada'],
    [`v2.${expiresSeconds}.${userHash(`${expiresSeconds}\n\nada`, secret).repeat(2)}`, 'ada'],
    // The user_id is signed last, so that a user_id with line breaks cannot imitate other parts.
    [expiringUserHash({ userId: 'x\nada', expiresSeconds }, secret), 'ada'],
    [expiringUserHash({ userId: 'ada', expiresSeconds }, 'other'), 'ada'],
  ];
  for (const [given, userId] of wrong)
    assert.deepEqual(check(given, userId), { isValid: false, hasExpired: false }, given);
});
