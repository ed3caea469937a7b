import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './decode-text.ts';

test('files in UTF-8, UTF-16, GB 18030 and Windows-1252 are read', () => {
  assert.equal(decodeText(new TextEncoder().encode('\uFEFFname\nÄrger 书')), 'name\nÄrger 书');
  assert.equal(decodeText(Uint8Array.of(0xca, 0xe9, 0x2c, 0x31)), '书,1');
  assert.equal(decodeText(Uint8Array.of(0xff, 0xfe, 0x61, 0x00, 0x2c, 0x00)), 'a,');
  assert.equal(decodeText(Uint8Array.of(0x61, 0xe4, 0x2c)), 'aä,');
  assert.equal(decodeText(new Uint8Array()), '');
});
