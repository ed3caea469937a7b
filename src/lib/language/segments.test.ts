import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphemeEnd, segmentStart, segmentWords } from './segments.ts';

const thai = 'สวัสดีครับผมชื่อสมชาย';
const wordsOf = (text: string): string[] =>
  Array.from(segmentWords(text)).flatMap(({ text: word, isWord }) => (isWord ? [word] : []));

test('words of scripts without spaces are found by dictionary', () => {
  assert.deepEqual(wordsOf(thai), ['สวัสดี', 'ครับ', 'ผม', 'ชื่อ', 'สมชาย']);
  assert.deepEqual(wordsOf('我们支持七天内退款。'), ['我们', '支持', '七天', '内', '退款']);
});

test('a long text is split into the same words as a short one, and nothing is lost', () => {
  const long = thai.repeat(100);
  assert.deepEqual(new Set(wordsOf(long)), new Set(wordsOf(thai)));
  assert.equal(Array.from(segmentWords(long), ({ text }) => text).join(''), long);
});

test('the start of a word and of a grapheme is found', () => {
  assert.equal(segmentStart('word', `x${thai}`, { start: 1, at: 9 }), 7);
  const family = 'a👩‍👩‍👧b';
  assert.equal(segmentStart('grapheme', family, { start: 0, at: 4 }), 1);
  assert.equal(graphemeEnd(family, 1, family.length), family.length - 1);
});
