import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { escapeToAscii } from './escape-to-ascii.ts';

test('escaped code has only ASCII characters and the same values', () => {
  const samples = [
    `'Größe – 漢字 😀'`,
    ['`Zürich $', '{1 + 1} €`'].join(''),
    String.raw`'\é \\é \\\é'`,
    String.raw`'äöü'.replace(/[ä-ü]|\ö/g, 'x')`,
    `'😀 and 😁'.match(/[😀😁]/gu).length`,
    `'a–b'.split(/–/)[1]`,
    `({ größe: 3 }).größe`,
    `(() => { const größe = 4; return größe; /* ein Kommentar: … */ })()`,
  ];
  for (const sample of samples) {
    const escaped = escapeToAscii(sample);
    assert.match(escaped, /^[\0-\x7f]*$/);
    assert.deepEqual(runInNewContext(escaped), runInNewContext(sample), sample);
  }
});

test('code without other characters stays the same', () => {
  const code = String.raw`const a = '\\' + "\u00e9";`;
  assert.equal(escapeToAscii(code), code);
});
