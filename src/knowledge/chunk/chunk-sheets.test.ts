import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from '../../lib/tokens.ts';
import { chunkSheets } from './chunk-sheets.ts';

const table = (count: number): string[][] => [
  ['Name', 'Price'],
  ...Array.from({ length: count }, (_, index) => [`Item ${index}`, `${index} euro`]),
];

test('every chunk has the header and whole rows, under the name of its sheet', () => {
  const chunks = chunkSheets([{ name: 'Prices', rows: table(50) }], { chunkTokens: 60, headerRows: 1 });
  assert.ok(chunks.length > 3);
  for (const chunk of chunks) {
    assert.ok(chunk.tokens <= 60);
    assert.match(chunk.text, /^Name \| Price(\nItem \d+ \| \d+ euro)+$/);
    assert.deepEqual(chunk.headingPath, ['Prices']);
  }
  assert.deepEqual(
    chunks.flatMap(({ text }) => text.split('\n').slice(1)),
    table(50)
      .slice(1)
      .map((row) => row.join(' | ')),
  );
});

test('several header rows precede the rows of each chunk', () => {
  const rows = [['2024', '2024'], ['Spring', 'Autumn'], ...table(30).slice(1)];
  const chunks = chunkSheets([{ name: 'S', rows }], { chunkTokens: 50, headerRows: 2 });
  assert.ok(chunks.length > 1);
  for (const { text } of chunks) assert.ok(text.startsWith('2024 | 2024\nSpring | Autumn\nItem'));
});

test('sheets are not mixed; empty rows and sheets make no chunks', () => {
  const chunks = chunkSheets(
    [
      { name: 'One', rows: [[], ['', ''], ['A', 'B'], ['1', '', '3', ''], ['  ']] },
      { name: 'Two', rows: [] },
      { name: 'Three', rows: [['X'], ['9']] },
    ],
    { chunkTokens: 600, headerRows: 1 },
  );
  assert.deepEqual(
    chunks.map(({ text, headingPath, position }) => [text, headingPath, position]),
    [
      ['A | B\n1 |  | 3', ['One'], 0],
      ['X\n9', ['Three'], 1],
    ],
  );
});

test('a sheet with only a header is kept', () => {
  const chunks = chunkSheets([{ name: '', rows: [['Only', 'header']] }], { chunkTokens: 600, headerRows: 1 });
  assert.deepEqual(
    chunks.map(({ text, headingPath }) => [text, headingPath]),
    [['Only | header', []]],
  );
});

test('a row too long for its header is cut by cells, each with the title of its column', () => {
  const rows = [
    ['Question', 'Answer', 'Note'],
    ['what is the opening time of the desk', 'nine in the morning on every working day', 'none'],
  ];
  const texts = chunkSheets([{ name: 'F', rows }], { chunkTokens: 12, headerRows: 1 }).map(
    ({ text }) => text,
  );
  assert.deepEqual(texts, [
    'Question | Answer | Note',
    'Question: what is the opening time of the desk',
    'Answer: nine in the morning on every working day',
    'Note: none',
  ]);
});

test('no cell is lost and no chunk is above the limit, for any sheet', () => {
  const cell = fc.oneof(
    fc.lorem({ maxCount: 12 }),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.constant(''),
  );
  const sheet = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 });
  fc.assert(
    fc.property(
      sheet,
      fc.integer({ min: 1, max: 80 }),
      fc.integer({ min: 1, max: 5 }),
      (rows, chunkTokens, headerRows) => {
        const chunks = chunkSheets([{ name: 'S', rows }], { chunkTokens, headerRows });
        for (const { text, tokens } of chunks) {
          assert.equal(tokens, countTokens(text));
          assert.ok(tokens <= chunkTokens || Array.from(text).length === 1, JSON.stringify(text));
        }
        const kept = chunks.map(({ text }) => text.replaceAll(/[\s|]/g, '')).join('');
        for (const each of rows.flat()) assert.ok(kept.includes(each.replaceAll(/[\s|]/g, '')), each);
      },
    ),
    { numRuns: 200 },
  );
});
