import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMarkFilter } from './mark-filter.ts';

const read = (text: string, { count = 3, pieceLength = 1 } = {}) => {
  const filter = createMarkFilter(count);
  let clean = '';
  for (let at = 0; at < text.length; at += pieceLength)
    clean += filter.push(text.slice(at, at + pieceLength));
  clean += filter.end();
  return { clean, found: [...filter.found] };
};

const cases: [name: string, text: string, clean: string, found: { number: number; at: number }[]][] = [
  [
    'a mark after a sentence, with the space before it',
    'It ships today [2]. It is blue.[1]',
    'It ships today. It is blue.',
    [
      { number: 2, at: 14 },
      { number: 1, at: 27 },
    ],
  ],
  [
    'several numbers in one mark and several marks',
    'Yes [1, 3][2].',
    'Yes.',
    [
      { number: 1, at: 3 },
      { number: 3, at: 3 },
      { number: 2, at: 3 },
    ],
  ],
  ['full-width brackets', '今天发货【1】。', '今天发货。', [{ number: 1, at: 4 }]],
  ['numbers without a passage stay', 'See [4] and [2024] and [0].', 'See [4] and [2024] and [0].', []],
  ['a Markdown link stays', 'See [1](https://example.com).', 'See [1](https://example.com).', []],
  ['code stays', 'Use `list[1]` now [1].', 'Use `list[1]` now.', [{ number: 1, at: 17 }]],
  [
    'a code block stays',
    '```\na[1]\n\nb[2]\n```\nDone [3]',
    '```\na[1]\n\nb[2]\n```\nDone',
    [{ number: 3, at: 23 }],
  ],
  [
    'a single backtick ends with its paragraph',
    "It's ` odd.\n\nYes [1].",
    "It's ` odd.\n\nYes.",
    [{ number: 1, at: 16 }],
  ],
  ['an unfinished mark at the end stays', 'It is [1', 'It is [1', []],
  ['brackets with words stay', 'a [note] b [1a]', 'a [note] b [1a]', []],
];

for (const [name, text, clean, found] of cases)
  for (const pieceLength of [1, 2, 3, 7, 1000])
    test(`${name}, in pieces of ${pieceLength} characters`, () => {
      assert.deepEqual(read(text, { pieceLength }), { clean, found });
    });

test('text without brackets is passed on at once, except a space at its end', () => {
  const filter = createMarkFilter(3);
  assert.equal(filter.push('Hello'), 'Hello');
  assert.equal(filter.push(' world '), ' world');
  assert.equal(filter.push('again'), ' again');
});

test('long runs of any character take bounded time', () => {
  for (const character of ['`', ' ', '\n', '[', '1', '[1', '[1,']) {
    const filter = createMarkFilter(3);
    const startedAt = performance.now();
    filter.push(`${character.repeat(300_000)}x`);
    filter.end();
    assert.ok(performance.now() - startedAt < 5000, character);
  }
});
