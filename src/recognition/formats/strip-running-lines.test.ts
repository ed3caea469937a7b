import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripRunningLines } from './strip-running-lines.ts';

const pagesOf = (count: number, page: (number: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => page(index + 1));

test('a title with a page number is kept once, for any first number', () => {
  for (const first of [0, 1, 17]) {
    const pages = pagesOf(
      6,
      (number) => `Harbour rules ${number + first} of 40\n\nRule ${number * 3}.\n\n${number}`,
    );
    assert.deepEqual(stripRunningLines(pages), [
      `Harbour rules ${1 + first} of 40\n\nRule 3.`,
      ...pagesOf(5, (number) => `Rule ${number * 3 + 3}.`),
    ]);
  }
});

test('a first line with a figure that is not the page number is kept', () => {
  const pages = pagesOf(
    20,
    (number) => `Page ${number}: the code is ${number * 7 + 1000}\n\nAbout ${number * number}.`,
  );
  assert.deepEqual(stripRunningLines(pages), pages);
});

test('a page never becomes empty', () => {
  const pages = pagesOf(8, (number) => `This is page ${number}`);
  assert.deepEqual(stripRunningLines(pages), pages);
});

test('a number on its own line is removed only if it counts the pages', () => {
  assert.deepEqual(stripRunningLines(['First\n\n1', 'Second\n\n2']), ['First', 'Second']);
  assert.deepEqual(stripRunningLines(['Total\n\n1984', 'Sum\n\n12', 'Rest\n\n7']), [
    'Total\n\n1984',
    'Sum\n\n12',
    'Rest\n\n7',
  ]);
  assert.deepEqual(stripRunningLines(['Preface\n\niv', '5']), ['Preface', '5']);
});

test('a single page keeps a line that looks like a page number', () => {
  assert.deepEqual(stripRunningLines(['Answer\n\n42']), ['Answer\n\n42']);
});
