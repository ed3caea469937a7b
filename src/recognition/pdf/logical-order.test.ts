import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Direction, directionOf, hasRightToLeft, logicalOrder } from './logical-order.ts';

/** A Hebrew or Arabic word in visual order: its first letter on the right. */
const drawn = (word: string): string => [...word].reverse().join('');

const read = (line: string, direction: Direction): string => logicalOrder([...line], direction);

test('numbers, dates and Latin names keep their own order inside Hebrew', () => {
  const line = `.${drawn('לפרטים')} Harbour Act (1994) ${drawn('של')} 3.4 ${drawn('סעיף')}`;
  assert.equal(read(line, 'rtl'), 'סעיף 3.4 של Harbour Act (1994) לפרטים.');
  assert.equal(read(`.01/05/2024 ${drawn('עד')}`, 'rtl'), 'עד 01/05/2024.');
  assert.equal(read(`${drawn('שקל')} iPhone: 999 ${drawn('מחיר')}`, 'rtl'), 'מחיר iPhone: 999 שקל');
  assert.equal(read(`${drawn('הנחה')} 50% ${drawn('עם')}`, 'rtl'), 'עם 50% הנחה');
  assert.equal(read(`3D ${drawn('מדפסת')}`, 'rtl'), 'מדפסת 3D');
});

test('a date with dashes in Arabic is read from its year', () => {
  assert.equal(read(`.01-05-2024 ${drawn('من')}`, 'rtl'), 'من 2024-05-01.');
  assert.equal(read(`%50 ${drawn('خصم')}`, 'rtl'), 'خصم 50%');
  assert.equal(read(`${drawn('ريال')} ١٢٥ ${drawn('الرسوم')}`, 'rtl'), 'الرسوم ١٢٥ ريال');
});

test('brackets open and close in reading order, mirrored in the file or not', () => {
  const asShown = `(2 ${drawn('מהדורה')}) ${drawn('תקנון')}`;
  const asMeant = `)2 ${drawn('מהדורה')}( ${drawn('תקנון')}`;
  assert.equal(read(asShown, 'rtl'), 'תקנון (מהדורה 2)');
  assert.equal(read(asMeant, 'rtl'), 'תקנון (מהדורה 2)');
  assert.equal(read(`${drawn('סוף')} «${drawn('כבד')}» ${drawn('אמר')}`, 'rtl'), 'אמר «כבד» סוף');
});

test('Hebrew words in an English line are reversed in place', () => {
  const line = `the words ${drawn('שלום עולם')} inside (${drawn('مرحبا')}) cost 12% more.`;
  assert.equal(read(line, 'ltr'), 'the words שלום עולם inside (مرحبا) cost 12% more.');
  assert.equal(read(`word 123 ${drawn('שלום')} inside`, 'ltr'), 'word 123 שלום inside');
  assert.equal(read('No such word, 1 to 3.', 'ltr'), 'No such word, 1 to 3.');
});

test('the end of the sentence and the previous line decide the direction of a mixed line', () => {
  const directionIn = (line: string, above?: Direction, page: Direction = 'rtl') =>
    directionOf([...line], { above, page });
  assert.equal(directionIn(`.${drawn('שלום')} of all the English words`, undefined, 'ltr'), 'rtl');
  assert.equal(directionIn(`all these words ${drawn('שלום עולם')} here.`), 'ltr');
  assert.equal(directionIn(`phrase ${drawn('שנה טובה')} in it`, 'ltr'), 'ltr');
  assert.equal(directionIn(`phrase ${drawn('שנה טובה')} in it`, 'rtl'), 'rtl');
  assert.equal(directionIn('only English', 'rtl'), 'ltr');
});

test('no letter of any line is lost or added', () => {
  const alphabet = ['א', 'ב', 'ש', 'ع', 'ل', 'a', 'Z', '1', '٢', ' ', '.', '-', '%', '(', ']', '€', '漢'];
  let seed = 7;
  const next = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * limit);
  };
  const sorted = (text: string) => [...text.replace(/[()[\]]/g, '')].sort().join('');
  for (let round = 0; round < 2_000; round += 1) {
    const line = Array.from({ length: next(24) }, () => alphabet[next(alphabet.length)]!).join('');
    for (const direction of ['rtl', 'ltr'] as const)
      assert.equal(sorted(read(line, direction)), sorted(line), line);
  }
});

test('only right-to-left letters need reordering', () => {
  assert.equal(hasRightToLeft('Straße 漢字 ไทย (1)'), false);
  assert.equal(hasRightToLeft('a \u05d0'), true);
  assert.equal(hasRightToLeft('\ufefb'), true);
});
