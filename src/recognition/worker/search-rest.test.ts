import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutBefore, searchRest } from './search-rest.ts';

test('a text is cut between paragraphs, lines, sentences or words, and only if it is too long', () => {
  const cut = (text: string, limit: number) => text.slice(0, cutBefore(text, limit));
  assert.equal(cut('short', 5), 'short');
  const words = 'word '.repeat(30);
  assert.equal(cut(`${words}\n\n${words}`, 160), `${words}\n\n`);
  assert.equal(cut(`${words}\n${words}`, 160), `${words}\n`);
  assert.equal(cut(`${words}end. Next ${words}`, 165), `${words}end.`);
  assert.equal(cut(words, 102), 'word '.repeat(20).trimEnd());
  assert.equal(cut('x'.repeat(200), 100).length, 100);
  assert.equal(cut('😀'.repeat(200), 101).length, 100);
});

const filler = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, index) => `Paragraph ${from + index} is about the harbour and its ships.`,
  );

const book = (sentence: string): string => [...filler(0, 400), sentence, ...filler(400, 800)].join('\n\n');

test('passages of the rest that contain the words of the question are found', () => {
  const text = book('The warranty of the kettle lasts seven years.');
  const { kept, rest } = searchRest(text, {
    query: 'How long is the warranty of kettles?',
    keepCharacters: 2_000,
  });
  assert.ok(kept.length <= 2_000 && text.startsWith(kept) && kept.endsWith('ships.'));
  assert.equal(rest?.totalCharacters, text.length);
  assert.ok(rest.passages.some((passage) => passage.includes('lasts seven years')));
  assert.ok(rest.passages.join('').length <= 12_000);
});

test('Chinese passages are found by their words', () => {
  const { rest } = searchRest(book('这台水壶的保修期为七年。'), {
    query: '水壶的保修期多长？',
    keepCharacters: 2_000,
  });
  assert.ok(rest?.passages.some((passage) => passage.includes('七年')));
});

test('a text within the limit, and a question without words, give no passages', () => {
  assert.deepEqual(searchRest('all of it', { query: 'it', keepCharacters: 100 }), { kept: 'all of it' });
  assert.deepEqual(searchRest(book('x'), { query: '???', keepCharacters: 100 }).rest?.passages, []);
});

test('a text without boundaries is searched in pieces', () => {
  const { rest } = searchRest('a'.repeat(500_000), { query: 'aaa', keepCharacters: 1_000 });
  assert.deepEqual(rest?.passages, []);
});
