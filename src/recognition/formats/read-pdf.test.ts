import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makePdf } from '../../../test/support/recognition/make-pdf.ts';
import type { PictureReader } from '../ocr/picture-reader.ts';
import { pageBreak } from '../recognised.ts';
import { RecognitionError, type RecognitionFailure } from '../recognition-error.ts';
import { readPdf } from './read-pdf.ts';

const fixture = (name: string) =>
  readFile(new URL(`../../../test/fixtures/documents/${name}`, import.meta.url));

const noPictures: PictureReader = { read: async () => [], close: async () => {} };

const read = (bytes: Uint8Array, pictures = noPictures, deadlineMs = Number.POSITIVE_INFINITY) =>
  readPdf(bytes, { deadlineMs, pictures });

const failsWith = (reason: RecognitionFailure) => (error: unknown) =>
  error instanceof RecognitionError && error.reason === reason;

const line = (text: string, y: number, size = 11) => ({ text, x: 60, y, size });

test('columns are read one after the other with their headings', async () => {
  const { markdown, pages } = await read(await fixture('two-columns.pdf'));
  const order = [
    '# The Harbour Report',
    '## 1 Introduction',
    'left12',
    '## 2 Methods',
    'right1 ',
    'footnote',
    '## 3 Results',
  ];
  const places = order.map((text) => markdown.indexOf(text));
  assert.equal(pages, 3);
  assert.ok(
    places.every((place) => place >= 0),
    `missing: ${order.filter((_, index) => places[index]! < 0)}`,
  );
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});

test('tables keep their rows, with and without lines', async () => {
  const { markdown } = await read(await fixture('two-columns.pdf'));
  assert.equal(markdown.match(/\| Cassiopeia \| 15,402 \| {2}\| Stavanger \|/g)?.length, 2);
});

test('a sentence on two pages is kept, page numbers are removed', async () => {
  const { markdown } = await read(await fixture('two-columns.pdf'));
  assert.equal(markdown.match(/The table below lists the dues/g)?.length, 2);
  assert.doesNotMatch(markdown, /Page \d/);
});

test('a running title is kept once, and a sentence across pages stays one paragraph', async () => {
  const pages = Array.from({ length: 6 }, (_, index) => [
    line('Harbour rules, edition of May', 800, 9),
    line(`of chapter ${index} is what remains to be said about it. Then there is rule ${index},`, 700),
    line('which concerns the ships that come in during the night and the dues', 685),
    line(`${index + 1}`, 40, 9),
  ]);
  const { markdown } = await read(makePdf(pages));
  assert.equal(markdown.match(/edition of May/g)?.length, 1);
  assert.equal(markdown.split(`the dues${pageBreak}of chapter`).length, 6);
});

test('a PDF with a password is refused, one with a printing restriction is read', async () => {
  await assert.rejects(read(await fixture('user-password.pdf')), failsWith('encrypted'));
  assert.match((await read(await fixture('owner-password.pdf'))).markdown, /Readable words/);
});

test('garbage before the header is ignored, garbage instead of a body is damage', async () => {
  const pdf = makePdf([[line('Hello there', 700)]]);
  assert.equal((await read(Buffer.concat([Buffer.from('junk\n'), pdf]))).markdown, 'Hello there');
  await assert.rejects(read(Buffer.from(`%PDF-1.7\n${'x'.repeat(5_000)}`)), failsWith('damaged'));
});

test('a hundred pages are read', async () => {
  const pages = Array.from({ length: 100 }, (_, page) =>
    Array.from({ length: 40 }, (_, row) =>
      line(`Line ${row} of page ${page} with a handful of words`, 780 - row * 17),
    ),
  );
  const { markdown, pages: count } = await read(makePdf(pages));
  assert.equal(count, 100);
  assert.match(markdown, /Line 39 of page 99/);
});

test('pages without text are read by OCR until the deadline', async () => {
  const words = [
    { words: [{ text: 'Scanned', confidence: 1, box: { left: 0, top: 0, width: 50, height: 10 } }] },
  ];
  const pictures: PictureReader = { read: async () => words, close: async () => {} };
  // A black square on the second page: an image without text.
  const scan = makePdf([[line('words on the first page', 700)], []]);
  const dotted = Buffer.from(
    scan.toString('latin1').replace('\n\nendstream', '\n10 10 90 90 re f\nendstream'),
    'latin1',
  );
  const drawn = await read(dotted, pictures);
  assert.equal(drawn.markdown, `words on the first page\n\n${pageBreak}\n\nScanned`);
  const late = await read(dotted, pictures, 0);
  assert.deepEqual(late.warnings, ['1 scanned pages were not read: the time limit was reached']);
});
