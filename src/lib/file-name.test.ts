import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanFileName, fileNameOfUrl } from './file-name.ts';

test('characters that change the direction of text are removed from a file name', () => {
  const codes = [
    0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069,
  ];
  for (const code of codes)
    assert.equal(
      cleanFileName(`invoice${String.fromCharCode(code)}fdp.exe`),
      'invoicefdp.exe',
      `U+${code.toString(16)}`,
    );
});

test('control characters, line separators and byte order marks are removed', () => {
  for (const character of ['\0', '\t', '\r', '\n', '\x1b', '\x7f', '\x85', '\u2028', '\u2029', '\ufeff'])
    assert.equal(cleanFileName(`a${character}b.txt`), 'ab.txt', JSON.stringify(character));
});

test('letters of every script, emoji and joiners are kept', () => {
  for (const name of [
    'Übersicht 2024.pdf',
    'תשובה.txt',
    'می‌خواهم.docx',
    '👩‍👧.png',
    '报告.md',
    "it's (1).csv",
  ])
    assert.equal(cleanFileName(name), name);
});

test('half a surrogate pair is replaced, so that the name can be encoded', () => {
  assert.equal(cleanFileName('a\ud800b'), 'a\ufffdb');
});

test('a name without any valid characters becomes empty', () => {
  assert.equal(cleanFileName(' \u202e\n '), '');
});

test('the last part of a URL is the name, decoded if possible', () => {
  assert.equal(fileNameOfUrl('https://a.example/x/My%20guide.md?version=2'), 'My guide.md');
  assert.equal(fileNameOfUrl('https://a.example/%E0%A4%A'), '%E0%A4%A');
  assert.equal(fileNameOfUrl('https://a.example/'), '');
  assert.equal(fileNameOfUrl('https://a.example/a%E2%80%AEb%0A.txt'), 'ab.txt');
  assert.equal(fileNameOfUrl(`https://a.example/${'x'.repeat(300)}`).length, 200);
});
