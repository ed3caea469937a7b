import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldKeyword, longestSearched, searchText } from './search-text.ts';

const finds = (values: Parameters<typeof searchText>[0], keyword: string): boolean =>
  searchText(values).includes(foldKeyword(keyword));

test('values are searched as displayed, in any case and script', () => {
  for (const keyword of ['größe', 'GRÖSSE', 'GRÖẞE', 'grösse']) assert.ok(finds(['Größe'], keyword));
  for (const keyword of ['istanbul', 'ISTANBUL', 'İstanbul']) assert.ok(finds(['İSTANBUL'], keyword));
  assert.ok(finds(['ΟΔΟΣ'], 'οδος'));
  assert.ok(finds(['ΟΔΟΣΑ'], 'ΟΔΟΣ'));
  assert.ok(finds(['Москва'], 'МОСК'));
  assert.ok(finds([12.5], '2.5'));
  assert.ok(finds([true], 'TRU'));
  assert.ok(finds(['2026-01-31 18:30:00'], '31 18:'));
});

test('absent values are not searched, and no keyword matches across two values', () => {
  assert.equal(finds([null], 'null'), false);
  assert.equal(finds(['ab', 'cd'], 'bc'), false);
  assert.equal(finds(['ab', 'cd'], 'b\u001fc'), false);
});

test('the search text of a record has a maximum length over all its values', () => {
  const long = 'a'.repeat(longestSearched - 4);
  assert.ok(finds([long, 'tail'], 'tail'));
  assert.equal(finds([`${long}a`, 'tail'], 'tail'), false);
  assert.ok(finds([`${long}a`, 'tail'], 'tai'));
  assert.ok(searchText(['İ'.repeat(longestSearched * 2)]).length <= longestSearched + 1);
});
