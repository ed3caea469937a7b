import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePdf } from '../../../test/support/recognition/make-pdf.ts';
import { readPdf } from './read-pdf.ts';

const size = 11;
const usual = 13;

/** Paragraphs of lines with the given gap. The lines of a paragraph are `usual` apart. */
const read = async (paragraphs: string[][], gap: number): Promise<string> => {
  let y = 780;
  const lines = paragraphs.flatMap((paragraph) => {
    const placed = paragraph.map((text, index) => ({ text, x: 60, y: y - index * usual, size }));
    y -= (paragraph.length - 1) * usual + gap;
    return placed;
  });
  const pictures = { read: async () => [], close: async () => {} };
  return (await readPdf(makePdf([lines]), { deadlineMs: Number.POSITIVE_INFINITY, pictures })).markdown;
};

const first = [
  'Dues are paid at once and in full by everyone who comes',
  'into the harbour, whatever ship it is.',
];
const second = ['Whoever leaves before the evening pays half of it, and', 'nobody pays twice in one week.'];
const third = ['Fishing boats pay nothing.'];
const joined = [first, second, third].map((lines) => lines.join(' '));

test('paragraphs less than a blank line apart stay separate', async () => {
  assert.equal(await read([first, second, third], 20), joined.join('\n\n'));
});

test('lines with a slightly larger distance stay together', async () => {
  assert.equal(await read([first, second, third], 15), joined.join(' '));
});

test('a sentence that continues in lower case after a gap is not split', async () => {
  const cut = [
    ['The dues are then', 'multiplied by the number of days'],
    ['that the ship has stayed with us.'],
  ];
  assert.equal(await read(cut, 20), cut.flat().join(' '));
});

test('a position that occurs twice is not changed', async () => {
  const same = ['Pay here.', 'Pay here.'];
  const text = await read([same, same, same], 20);
  assert.equal(text.replace(/\s+/g, ' '), new Array(6).fill('Pay here.').join(' '));
});

test('text with pattern characters is searched literally', async () => {
  const signs = [['Costs (in total) are $5.00 [net]*', 'for all.'], ['+1 more (see ^) \\d+ a|b {2}?']];
  assert.equal((await read(signs, 20)).split('\n\n').length, 2);
});
