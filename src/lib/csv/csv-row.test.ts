import assert from 'node:assert/strict';
import { test } from 'node:test';
import papaparse from 'papaparse';
import { csvRow, withoutFormulaPrefixes } from './csv-row.ts';

test('a cell that a spreadsheet would run as a formula is written as text', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    const cell = `${start}HYPERLINK("http://evil.example","x")`;
    assert.deepEqual(papaparse.parse(csvRow([cell])).data[0], [`'${cell}`]);
  }
});

test('a formula after a semicolon, a tab or a line end is written as text', () => {
  const cells: [string, string][] = [
    ['a;=1+1', "a;'=1+1"],
    ['a;;@x', "a;;'@x"],
    ['a;"=1+1"', 'a;"\'=1+1"'],
    ['a; =1', "a; '=1"],
    ['a\t+1', "a\t'+1"],
    ['a\r\n-1', "a\r\n'-1"],
    ['a;＝1', "a;'＝1"],
  ];
  for (const [cell, shown] of cells) {
    const row = csvRow(['first', cell]);
    assert.deepEqual(papaparse.parse(row, { newline: '\r\n', delimiter: ',' }).data[0], ['first', shown]);
    for (const delimiter of [';', '\t'])
      for (const piece of papaparse.parse<string[]>(row, { delimiter, quoteChar: '\u0000' }).data.flat())
        assert.doesNotMatch(piece, /^["\s]*[=+@＝-]/);
  }
});

test('every other text is read back unchanged', () => {
  const cells = [
    '',
    'plain',
    'a,b',
    'say "hi"',
    'two\r\nlines',
    ' =1',
    '你好',
    "'quoted'",
    'a=b',
    '1-2',
    'a; b',
    'a;b=c',
  ];
  const { data } = papaparse.parse(csvRow(cells), { newline: '\r\n' });
  assert.deepEqual(data[0], cells);
});

test('numbers are written unchanged and null as an empty cell', () => {
  assert.equal(csvRow([-5, 0.25, null]), '-5,0.25,\r\n');
});

test('the prefixes of formulas can be removed again', () => {
  for (const text of ['=1+1', '- one\n- two', 'a;-b', "it's - fine", '\t=x', 'plain']) {
    const [cell] = papaparse.parse<string[]>(csvRow([text]), { newline: '\r\n', delimiter: ',' }).data[0]!;
    assert.equal(withoutFormulaPrefixes(cell!), text);
  }
});
