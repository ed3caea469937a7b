import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeText } from '../../../test/support/recognition/encode-text.ts';
import { RecognitionError } from '../recognition-error.ts';
import { readCsv } from './read-csv.ts';
import { readHtml } from './read-html.ts';
import { readJson } from './read-json.ts';
import { readLatex } from './read-latex.ts';
import { readText } from './read-text.ts';
import { readXml } from './read-xml.ts';

const bytes = (text: string) => Buffer.from(text);

test('plain text is kept without characters that break storage', () => {
  const reading = readText(bytes('\ufeffone\r\ntwo\0 \u0007three   \r\n\r\n\r\n\r\nfour\n'), 'txt');
  assert.deepEqual(reading, { kind: 'text', markdown: 'one\ntwo three\n\n\n\nfour' });
});

test('source code is code and Markdown is Markdown', () => {
  assert.equal(readText(bytes('# x'), 'py').kind, 'code');
  assert.equal(readText(bytes('# x'), 'md').kind, 'markdown');
});

test('a long run of blanks takes linear time', { timeout: 5_000 }, () => {
  assert.equal(readText(bytes(`a${' '.repeat(5_000_000)}b`), 'txt').markdown.length, 5_000_002);
});

test('the declared charset of a page is used', () => {
  const page = Buffer.concat([
    bytes('<html><meta charset="koi8-r"><p>'),
    encodeText('koi8-r', 'ёж'),
    bytes('</p>'),
  ]);
  assert.equal(readHtml(page).markdown, 'ёж');
});

test('XML becomes an outline of names and texts', () => {
  const xml =
    '<?xml version="1.0"?><list xmlns="u"><ship id="7"><name>Aurora</name><dues>5 &lt; 6</dues></ship></list>';
  assert.equal(
    readXml(bytes(xml)).markdown,
    '- list\n  - ship (id: 7)\n    - name: Aurora\n    - dues: 5 < 6',
  );
});

test('entities of a document are neither expanded nor fetched', () => {
  const bomb = `<!DOCTYPE r [<!ENTITY a "boom"><!ENTITY b "&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]><r>&b; &f; end</r>`;
  const { markdown, warnings } = readXml(bytes(bomb));
  assert.equal(markdown, '- r: &b; &f; end');
  assert.equal(warnings?.length, 1);
});

test('JSON on one line is formatted, other JSON is unchanged', () => {
  const value = { items: Array.from({ length: 200 }, (_, id) => ({ id })) };
  assert.deepEqual(JSON.parse(readJson(bytes(JSON.stringify(value))).markdown), value);
  assert.ok(readJson(bytes(JSON.stringify(value))).markdown.split('\n').length > 200);
  assert.equal(readJson(bytes('{ "a":\n 1 }')).markdown, '{ "a":\n 1 }');
});

test('truncated JSON is read as text with a warning', () => {
  const { markdown, warnings } = readJson(bytes('{"a": 1, "b":'));
  assert.equal(markdown, '{"a": 1, "b":');
  assert.equal(warnings?.length, 1);
});

test('JSON of a million brackets is not indented into gigabytes', () => {
  const deep = '['.repeat(500_000) + ']'.repeat(500_000);
  assert.equal(readJson(bytes(deep)).markdown.length, deep.length);
});

test('CSV finds its separator and keeps quoted line ends and commas in their cell', () => {
  const { sheets, kind } = readCsv(
    bytes('Ship;Note\r\nAurora;"a;b\nc ""d"""\r\n\r\n;;\r\n'),
    'folder/ships.csv',
  );
  assert.equal(kind, 'table');
  assert.deepEqual(sheets, [
    {
      name: 'ships',
      rows: [
        ['Ship', 'Note'],
        ['Aurora', 'a;b\nc "d"'],
      ],
    },
  ]);
});

test('the separator Excel states is used', () => {
  assert.deepEqual(readCsv(bytes('sep=|\na|b,c\n'), undefined).sheets?.[0]?.rows, [['a', 'b,c']]);
});

test('an unclosed quotation mark does not hide the rest of the file', () => {
  const { sheets, warnings } = readCsv(bytes('a,b\n"open,1\n2,3'), 'x.csv');
  assert.deepEqual(sheets?.[0]?.rows, [
    ['a', 'b'],
    ['"open', '1'],
    ['2', '3'],
  ]);
  assert.equal(warnings?.length, 1);
});

test('one very long line among many short ones is refused', () => {
  const csv = `${'x,'.repeat(20_000)}x\n${'y\n'.repeat(5_000)}`;
  assert.throws(
    () => readCsv(bytes(csv), 'x.csv'),
    (error) => error instanceof RecognitionError && error.reason === 'too-complex',
  );
});

test('LaTeX gives headings, lists, tables and notes', () => {
  const tex = String.raw`\documentclass{article}\title{Dues}\begin{document}\maketitle
\section{Intro} We pay 5\% \emph{each} year\footnote{Since 1900.}. % unseen
\begin{itemize}\item one \item two\end{itemize}
\begin{tabular}{|l|c|}\hline Ship & Dues \\ \hline A & 5 \\ \end{tabular}
\end{document} after`;
  assert.equal(
    readLatex(bytes(tex)).markdown,
    '# Dues\n\n## Intro\n\nWe pay 5% each year (Since 1900.).\n\n- one\n- two\n\n| Ship | Dues |\n| --- | --- |\n| A | 5 |',
  );
});
