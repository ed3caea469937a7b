import assert from 'node:assert/strict';
import { test } from 'node:test';
import papaparse from 'papaparse';
import { csvRow } from './csv-row.ts';

test('a cell that a spreadsheet would run is shown as text', () => {
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
    const cell = `${start}HYPERLINK("http://evil.example","x")`;
    assert.deepEqual(papaparse.parse(csvRow([cell])).data[0], [`'${cell}`]);
  }
});

test('every other text comes back as it was, whatever it holds', () => {
  const cells = ['', 'plain', 'a,b', 'say "hi"', 'two\r\nlines', ' =1', '你好', "'quoted'", 'a=b', '1-2'];
  const { data } = papaparse.parse(csvRow(cells), { newline: '\r\n' });
  assert.deepEqual(data[0], cells);
});

test('numbers are written as they are and null as nothing', () => {
  assert.equal(csvRow([-5, 0.25, null]), '-5,0.25,\r\n');
});
