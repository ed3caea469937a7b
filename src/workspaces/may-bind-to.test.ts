import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBindTo } from './may-bind-to.ts';

const open = { adminTokenSet: false, passwordSet: false };

test('loopback addresses need no operator', () => {
  for (const host of ['127.0.0.1', '127.9.8.7', 'localhost', 'LOCALHOST', '::1', '[::1]'])
    assert.equal(mayBindTo(host, open), undefined, host);
});

test('any other address is refused until a token is set or an operator has a password', () => {
  for (const host of [
    '0.0.0.0',
    '::',
    '192.168.1.4',
    'example.com',
    '127.0.0.1.example.com',
    'localhost.example',
  ])
    assert.match(mayBindTo(host, open) ?? '', /FRONTDESK_ADMIN_TOKEN/, host);
  assert.equal(mayBindTo('0.0.0.0', { ...open, adminTokenSet: true }), undefined);
  assert.equal(mayBindTo('0.0.0.0', { ...open, passwordSet: true }), undefined);
});
