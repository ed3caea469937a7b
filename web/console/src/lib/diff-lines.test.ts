import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diffLines } from './diff-lines.ts';

/** One text per line; changed words are in brackets. */
const show = (before: string, after: string): string[] =>
  diffLines(before, after).map((line) => {
    if (line === null) return '…';
    const sign = { same: ' ', removed: '-', added: '+' }[line.kind];
    return `${sign} ${line.words.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('')}`;
  });

test('replaced lines show the words that differ', () => {
  assert.deepEqual(show('You are friendly.\nBe brief.', 'You are very friendly.\nBe brief.'), [
    '- You are friendly.',
    '+ You are [very ]friendly.',
    '  Be brief.',
  ]);
});

test('added and removed lines keep their order', () => {
  assert.deepEqual(show('a\nb\nc', 'a\nc\nd'), ['  a', '- b', '  c', '+ d']);
  assert.deepEqual(show('', 'a'), ['- ', '+ [a]']);
});

test('unchanged lines far from a change are left out', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const changed = lines.with(10, 'other');
  const shown = show(lines.join('\n'), changed.join('\n'));
  assert.equal(shown[0], '…');
  assert.equal(shown.at(-1), '…');
  assert.equal(shown.length, 3 + 3 + 2 + 2);
});

test('long texts are compared in bounded time and memory', () => {
  const before = Array.from({ length: 50_000 }, (_, index) => `a${index}`).join('\n');
  const after = Array.from({ length: 50_000 }, (_, index) => `b${index}`).join('\n');
  assert.equal(diffLines(before, after).length, 100_000);
});
