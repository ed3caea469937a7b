import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeText } from '../../../test/support/recognition/encode-text.ts';
import { rtfToMarkdown } from './rtf-to-markdown.ts';

const raw = String.raw;
const head = raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\froman Times;}{\f1\fswiss\fcharset204 Arial CYR;}{\f2\fnil\fcharset128 MS Mincho;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\sbasedon0 heading 1;}{\s2 Quote;}}{\info{\title Not text}{\author Nobody}}`;
const read = (body: string): string => rtfToMarkdown(`${head}${body}}`);

/** Bytes of an encoding as Rich Text escapes. */
const escaped = (encoding: string, text: string): string =>
  [...encodeText(encoding, text)].map((byte) => `\\'${byte.toString(16).padStart(2, '0')}`).join('');

test('headings, quotations and lists are marked', () => {
  const body = raw`\pard\s1 Dues\par\pard\s0 They rose.\par\pard\s2 Too high!\par
\pard{\listtext\'b7\tab}first\par{\listtext\'b7\tab}second\par\pard\ilvl1{\pntext a)\tab}below\par\pard End\par`;
  assert.equal(read(body), '# Dues\n\nThey rose.\n\n> Too high!\n\n- first\n- second\n  - a) below\n\nEnd');
});

test('rows of a table stay together, and text after it is text', () => {
  const body = raw`Before\par\trowd\cellx100\cellx200\pard\intbl Ship\cell Dues\cell\row
\trowd\cellx100\cellx200\pard\intbl Aurora\par second line\cell 1|2\cell\row\pard After\par`;
  assert.equal(
    read(body),
    'Before\n\n| Ship | Dues |\n| --- | --- |\n| Aurora second line | 1\\|2 |\n\nAfter',
  );
});

test('each font is read in its own code page, with trail bytes that look like letters', () => {
  const body = raw`\f0 caf\'e9 {\f1 ${escaped('windows-1251', 'Привет')}} {\f2 ${escaped('shift_jis', '日本')}\'83A} end\par`;
  assert.equal(read(body), 'café Привет 日本ア end');
});

test('bytes that were not escaped are read in the code page of the file', () => {
  const text = Buffer.from(encodeText('windows-1251', 'Привет')).toString('latin1');
  assert.equal(rtfToMarkdown(raw`{\rtf1\ansi\ansicpg1251 ${text}\par}`), 'Привет');
});

test('Unicode characters are read and their substitutes skipped, including pairs and words', () => {
  assert.equal(
    read(raw`\u8364?5 \u-10179?\u-8704? {\uc2\u26085\'93\'fa}x \u8220\ldblquote y\par`),
    '€5 😀 日x “y',
  );
  assert.equal(read(raw`{\upr{old}{\*\ud{new}}}\par`), 'new');
});

test('settings, pictures, hidden and deleted text are not read', () => {
  const body = raw`{\*\generator x}{\pict\pngblip 89504e47}{\object{\*\objdata 0105}}{\header Page}a{\v hidden}{\deleted gone}b
{\field{\*\fldinst HYPERLINK "https://example.com"}{\fldrslt link}}\~c\_d {\pict\bin5 }}}}}}e\par`;
  assert.equal(read(body), 'ablink c-d e');
});

test('notes follow their paragraph', () => {
  const body = raw`Dues rose{\super\chftn{\footnote\pard{\super\chftn} By five\par percent.}}, again.\par Next\par`;
  assert.equal(read(body), 'Dues rose[^1], again.\n\n[^1]: By five percent.\n\nNext');
});

test('broken files give their readable content', () => {
  assert.equal(rtfToMarkdown(raw`{\rtf1 never {\b closed`), 'never closed');
  assert.equal(rtfToMarkdown(raw`{\rtf1 one}}}} two\par}`), 'one two');
  assert.equal(rtfToMarkdown(raw`{\rtf1\trowd a\cell`), 'a');
  assert.equal(rtfToMarkdown(raw`{\rtf1\ansicpg99999\f99 x\bin999999999 y}`), 'x');
  assert.equal(rtfToMarkdown('{\\rtf1 '), '');
});

test('a hundred thousand open groups are read in linear time', () => {
  assert.equal(rtfToMarkdown(`{\\rtf1 ${'{\\b x'.repeat(100_000)}`).length, 100_000);
});
