import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redact, secretHeaderValues } from './redact.ts';

test('a secret is removed in every form that a server may echo', () => {
  const token = 'user:pass+word/1';
  const echoes = [token, `Basic ${token}`, Buffer.from(token).toString('base64'), encodeURIComponent(token)];
  for (const secret of [token, `Basic ${token}`])
    for (const echo of echoes) {
      const shown = redact(`you sent ${echo}, and ${echo}.`, [secret]);
      assert.match(shown, /^you sent (Basic )?\[secret\], and (Basic )?\[secret\]\.$/, echo);
    }
});

test('short values, missing ones and ordinary headers change nothing', () => {
  assert.equal(redact('en and ok', ['en', undefined, '']), 'en and ok');
  assert.deepEqual(
    secretHeaderValues({ Accept: 'application/json', 'accept-language': 'en', 'X-Key': ' key-value ' }),
    ['key-value'],
  );
});

test('if one secret begins with another, both are removed completely', () => {
  assert.equal(redact('abcdefgh-more abcdefgh', ['abcdefgh', 'abcdefgh-more']), '[secret] [secret]');
});
