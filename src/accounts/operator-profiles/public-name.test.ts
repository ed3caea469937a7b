import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPublicName } from './public-name.ts';

test('names of all scripts are kept, without spaces around them', () => {
  for (const name of ['Anna', '李娜', 'فاطمة', 'नीलम्', 'O’Neil-Đặng Jr.', '👩🏽‍🚒 Sam', '🙂'.repeat(60), ''])
    assert.equal(cleanPublicName(`  ${name} `), name);
  assert.equal(cleanPublicName('Zoe\u0308'), 'Zoë');
});

test('long names, control characters, text directions and invisible names are refused', () => {
  const text = (rule: RegExp) => (error: Error) => rule.test(error.message);
  assert.throws(() => cleanPublicName('a'.repeat(61)), text(/^publicName: must have at most 60 characters$/));
  for (const name of ['A\nB', 'A\u0000', 'A\u202eB', '\u2067A', 'A\u200fB', 'A\u2028B', '\u200b', '\ud800'])
    assert.throws(() => cleanPublicName(name), text(/^publicName: must not contain control characters/));
  assert.throws(() => cleanPublicName('\u200d'), text(/visible characters/));
});
