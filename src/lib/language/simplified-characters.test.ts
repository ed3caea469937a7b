import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toSimplified } from './simplified-characters.ts';

test('traditional characters become simplified ones, one by one, and all others stay', () => {
  assert.equal(toSimplified('電腦與網際網路'), '电脑与网际网路');
  assert.equal(toSimplified('头发 hair ひらがな 한글 123'), '头发 hair ひらがな 한글 123');
  assert.equal(toSimplified(toSimplified('臺灣發展')), '台湾发展');
});
