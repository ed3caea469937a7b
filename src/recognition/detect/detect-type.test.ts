import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeDocx, paragraph } from '../../../test/support/recognition/make-docx.ts';
import { makePdf } from '../../../test/support/recognition/make-pdf.ts';
import { makeZip } from '../../../test/support/recognition/make-zip.ts';
import { detectType } from './detect-type.ts';

const formatOf = async (bytes: Uint8Array | string, name?: string) =>
  (await detectType({ bytes: Buffer.from(bytes as Uint8Array) }, name)).format;

const docx = makeDocx(paragraph('hello'));
const pdf = makePdf([[{ text: 'hello', x: 50, y: 700, size: 12 }]]);
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

test('the content has priority over the file name', async () => {
  assert.equal(await formatOf(docx, 'report.pdf'), 'docx');
  assert.equal(await formatOf(pdf, 'report.docx'), 'pdf');
  assert.equal(await formatOf(png, 'notes.txt'), 'png');
  assert.equal(await formatOf('just words', 'report.pdf'), 'txt');
  assert.equal(await formatOf('<!DOCTYPE html><p>x</p>', 'report.docx'), 'html');
});

test('a file without a name is recognised by its content', async () => {
  assert.equal(await formatOf(docx), 'docx');
  assert.equal(await formatOf('\ufeff  <!-- note --><html><body>x</body></html>'), 'html');
  assert.equal(await formatOf('<?xml version="1.0"?><table><row/></table>'), 'xml');
  assert.equal(await formatOf('<?xml version="1.0"?>\n<!-- a -->\n<html xmlns="x"><body/></html>'), 'html');
  assert.equal(await formatOf('{"a": [1, 2]}'), 'json');
  assert.equal(await formatOf('% a comment\n\\documentclass{article}'), 'tex');
  assert.equal(await formatOf('plain words'), 'txt');
});

test('the name decides between text formats', async () => {
  assert.equal(await formatOf('a,b\n1,2', 'table.csv'), 'csv');
  assert.equal(await formatOf('# Title', 'notes.MD'), 'md');
  assert.equal(await formatOf('<p>{{ x }}</p>', 'page.vue'), 'vue');
  assert.equal(await formatOf('#include <x>', 'main.cpp'), 'cpp');
  assert.equal(await formatOf('<html>', 'raw.txt'), 'txt');
});

test('workbooks that are text files are recognised', async () => {
  const page =
    '<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>1</td></tr></table></html>';
  assert.equal(await formatOf(page, 'export.xls'), 'xls');
  assert.equal(await formatOf('a\tb\n1\t2', 'export.xls'), 'csv');
});

test('UTF-16 without a byte order mark is text, zeros and programs are not', async () => {
  assert.equal(await formatOf(Buffer.from('Plain words in two bytes each', 'utf16le'), 'a.txt'), 'txt');
  assert.equal(await formatOf(new Uint8Array(5000), 'a.txt'), 'binary');
  assert.equal(await formatOf(Buffer.from('7f454c4602010100', 'hex'), 'a.txt'), 'program');
});

test('UTF-16 with a byte order mark is text for any first letter', async () => {
  for (let letter = 0x20; letter < 0x7f; letter += 1) {
    const text = Buffer.from(`\ufeff${String.fromCharCode(letter)} and so on`, 'utf16le');
    assert.equal(await formatOf(text, 'a.txt'), 'txt');
    assert.equal(await formatOf(text.swap16(), 'a.txt'), 'txt');
  }
  const chinese = Buffer.from('一年级的学生在图书馆，安静地读书。'.repeat(300), 'utf16le');
  assert.equal(await formatOf(chinese, 'a.txt'), 'txt');
});

test('a stray control byte does not make a text binary', async () => {
  assert.equal(await formatOf('Words, a bell \x07 and a zero \0 in them', 'a.txt'), 'txt');
});

test('a text that quotes the header of a PDF stays a text', async () => {
  assert.equal(await formatOf('Every PDF begins with %PDF-1.7 and ends with a mark.', 'notes.txt'), 'txt');
  const late = Buffer.concat([Buffer.from('junk before the header\n'), pdf]);
  assert.equal(await formatOf(late, 'a.pdf'), 'pdf');
});

test('an archive without its directory is recognised by its parts or its name', async () => {
  const big = makeDocx(paragraph('word '.repeat(50_000)));
  assert.equal(await formatOf(big.subarray(0, big.length - 200), 'cut.docx'), 'docx');
  assert.equal(await formatOf(big.subarray(0, 200), 'cut.docx'), 'docx');
  assert.equal(await formatOf(makeZip([{ name: 'inner.zip', data: docx }]), 'a.docx'), 'zip');
});

test('audio and image formats are recognised', async () => {
  const cases: [string, string][] = [
    ['4944330400000000', 'mp3'],
    ['fffb9064', 'mp3'],
    ['fff15080', 'aac'],
    ['524946460000000057415645', 'wav'],
    ['524946460000000057454250', 'webp'],
    ['ffd8ffe0', 'jpg'],
    ['474946383961', 'gif'],
  ];
  for (const [hex, format] of cases)
    assert.equal(await formatOf(Buffer.from(`${hex}00000000`, 'hex')), format);
});

test('an empty file is empty with any name', async () => {
  assert.equal(await formatOf('', 'a.pdf'), 'empty');
});

test('thousands of comments before the markup do not slow down detection', { timeout: 5_000 }, async () => {
  assert.equal(await formatOf(`${'<!---->'.repeat(1_100)}words`), 'txt');
});

test('a file on disk is read only as far as needed, with the same result', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'detect-'));
  try {
    const path = join(folder, 'a.bin');
    await writeFile(path, docx);
    assert.deepEqual(await detectType({ path }), { format: 'docx', category: 'document', encrypted: false });
  } finally {
    await rm(folder, { recursive: true });
  }
});
