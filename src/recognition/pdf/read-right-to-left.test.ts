import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { makePdf, type PdfText } from '../../../test/support/recognition/make-pdf.ts';
import { readPdf } from '../formats/read-pdf.ts';

const read = async (pdf: Uint8Array): Promise<string> => {
  const pictures = { read: async () => [], close: async () => {} };
  const { markdown, warnings } = await readPdf(pdf, { deadlineMs: Number.POSITIVE_INFINITY, pictures });
  assert.deepEqual(warnings, []);
  return markdown;
};

test('a page of Hebrew and Arabic is read from the right, with its heading and table', async () => {
  const fixture = new URL('../../../test/fixtures/documents/right-to-left.pdf', import.meta.url);
  const markdown = await read(await readFile(fixture));
  for (const expected of [
    '# תקנון הנמל (מהדורה 2)\n',
    'האגרה היא 125 שקלים לכל אונייה, ראו סעיף 3.4 של Harbour Act (1994) לפרטים.',
    '| שם | מחיר |\n|---|---|\n| אורורה | 1,250.50 |\n| Borealis | 980 |',
    'تبلغ الرسوم ١٢٥ ريالاً لكل سفينة (انظر المادة 7) اعتباراً من 2024-05-01.',
    'قال مُحَمَّدٌ إن الأسعار «كبيرة جداً» خلال الأعوام الماضية، هل تعلم لماذا؟',
    'An English line with the word שלום עולם inside, and (مرحبا بالعالم) in brackets.',
    '# English page\n',
    'only the Hebrew greeting שנה טובה ומתוקה stands in it, once.',
    'It costs 12% more.',
  ])
    assert.ok(markdown.includes(expected.normalize('NFC')), `${expected}\n\n${markdown}`);
});

const hebrew = 'אבגדהוזחטיכלמנסעפצקרשתםןץףך';
const code = (letter: string): string =>
  hebrew.includes(letter) ? String.fromCharCode(65 + hebrew.indexOf(letter)) : letter;
const sentence = 'שלום לכל האנשים בעולם';
const line = (text: string, x: number): PdfText => ({
  text: [...text].map(code).join(''),
  x,
  y: 700,
  size: 11,
});
/** Width of a Courier letter at this size. */
const letterWidth = 6.6;
const rightEdge = 400;

test('letters are read by position, not by their order in the file', async () => {
  const each = [...sentence].map((letter, index) => line(letter, rightEdge - index * letterWidth));
  const drawn = each.filter(({ text }) => text !== ' ');
  assert.equal(await read(makePdf([drawn], hebrew)), sentence);
  assert.equal(await read(makePdf([drawn.toReversed()], hebrew)), sentence);
  const inOneRun = line([...sentence].reverse().join(''), 200);
  assert.equal(await read(makePdf([[inOneRun]], hebrew)), sentence);
});

test('reversed words, as in the hidden text of scans, are recognised by final letters', async () => {
  let right = rightEdge;
  const words = sentence.split(' ').map((word) => {
    const left = right - word.length * letterWidth;
    right = left - letterWidth;
    return line(word, left);
  });
  assert.equal(await read(makePdf([words], hebrew)), sentence);
});

test('two columns are read from the right one to the left one', async () => {
  const column = (words: string, x: number) =>
    Array.from({ length: 12 }, (_, row) => ({
      ...line([...`${words} ${words} ${words}`].reverse().join(''), x),
      y: 700 - row * 14,
    }));
  const text = await read(makePdf([[...column('שמאל', 60), ...column('ימין', 330)]], hebrew));
  assert.ok(text.lastIndexOf('ימין') < text.indexOf('שמאל'), text);
});

test('distant words on one line are read from the right', async () => {
  const drawn = (text: string, x: number) => line([...text].reverse().join(''), x);
  const text = await read(makePdf([[drawn('מקום', 60), drawn('תאריך', 300), drawn('שם', 480)]], hebrew));
  assert.equal(text.replace(/\s+/g, ' '), 'שם תאריך מקום');
});

test('the letters of an Arabic ligature are in reading order, however font and line were written', async () => {
  // Fonts give the letters of the glyph of lam and khah in reading order, or from left to right as they are shown.
  for (const ligature of ['لخ', 'خل']) {
    const font = ['ا', ligature, 'ط', 'و'];
    const codes = [0, 1, 2, 3, 2].map((index) => String.fromCharCode(65 + index));
    const each = codes.map((text, index) => ({ text, x: rightEdge - index * letterWidth, y: 700, size: 11 }));
    const inOneRun = { text: codes.toReversed().join(''), x: 200, y: 700, size: 11 };
    for (const drawn of [each, each.toReversed(), [inOneRun]])
      assert.equal(await read(makePdf([drawn], font)), 'الخطوط');
  }
});
