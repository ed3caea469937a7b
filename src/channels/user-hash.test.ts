import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUserHash, userHash } from './user-hash.ts';

const secret = 'key';

test('the hash is the hex HMAC-SHA256 of the UTF-8 of the id, as every library makes it', () => {
  // The example of RFC-style test data that is on every page about HMAC.
  const known = 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8';
  const userId = 'The quick brown fox jumps over the lazy dog';
  assert.equal(userHash(userId, secret), known);
  assert.ok(isUserHash(known, userId, secret));
  assert.ok(isUserHash(known.toUpperCase(), userId, secret));
});

test('nothing but the whole hash of this id under this secret is taken', () => {
  const right = userHash('ada', secret);
  assert.ok(isUserHash(right, 'ada', secret));
  const wrong = ['', right.slice(1), `${right}0`, `0${right.slice(1)}g`, ` ${right}`, 'x'.repeat(64)];
  for (const given of [...wrong, userHash('bob', secret), userHash('ada', 'other'), userHash('ada ', secret)])
    assert.equal(isUserHash(given, 'ada', secret), false, given);
});
