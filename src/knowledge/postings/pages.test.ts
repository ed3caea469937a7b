import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createKeywordIndex } from '../search-index/keywords/keyword-index.ts';
import { packTerms } from '../search-index/keywords/pack-terms.ts';
import { countEntries, createStoredFind } from '../search-index/keywords/stored-postings.ts';
import { createStoredSegments } from '../search-index/keywords/stored-segments.ts';
import { invertSegments, mergePages } from './build-pages.ts';
import type { Page } from './pages.ts';
import { numberOfTerm } from './term-number.ts';

const words = ['a', 'b', 'c', 'd', 'e', 'f'];
const chunk = fc.array(fc.tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 6 })), { maxLength: 6 });
const segment = fc.array(chunk, { minLength: 1, maxLength: 5 });

const termsOf = (counts: readonly (readonly [string, number])[]): Uint8Array =>
  packTerms(counts.flatMap(([word, count]) => Array.from({ length: count }, () => word)));

const joined = (pages: readonly Page[]): Uint8Array => Buffer.concat(pages.map(({ data }) => data));

const noMarkers = new Uint8Array(0);

/** Postings as slot · 1024 + frequency, by word. */
const readAll = (entries: Uint8Array, firstSlots: ReadonlyMap<number, number>) => {
  const stored = createStoredSegments();
  for (const [number, slot] of firstSlots) stored.add(1, { number, markers: noMarkers }, [slot]);
  const find = createStoredFind(createKeywordIndex(), stored, { terms: words.map(numberOfTerm), entries });
  return words.map((word) => [...(find([[word]])[0]!.postings[0] ?? [])].sort((a, b) => a - b));
};

test('postings are read as they were written, also after merges that leave out segments', () => {
  fc.assert(
    fc.property(
      fc.array(segment, { minLength: 1, maxLength: 8 }),
      fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 2 ** 50 }),
      (segments, isLiving, firstNumber) => {
        const numbers = segments.map((_, at) => firstNumber + at * 3);
        const expected = createKeywordIndex();
        const firstSlots = new Map<number, number>();
        let slot = 0;
        segments.forEach((chunks, at) => {
          if (isLiving[at]) firstSlots.set(numbers[at]!, slot);
          for (const counts of chunks) {
            if (isLiving[at]) expected.add(slot, termsOf(counts));
            slot += 1;
          }
        });
        const runs = segments.map((chunks, at) =>
          joined(invertSegments([{ segment: numbers[at]!, terms: chunks.map(termsOf) }])),
        );
        const wanted = words.map((word) => [...expected.postingsOf(word)]);
        assert.deepEqual(readAll(Buffer.concat(runs), firstSlots), wanted);
        const middle = 2 ** 47;
        const living = Float64Array.from(firstSlots.keys());
        const merged = [
          ...mergePages({ from: 0, to: middle, pages: runs, living }),
          ...mergePages({ from: middle, to: 2 ** 48, pages: runs, living }),
        ];
        assert.deepEqual(readAll(joined(merged), firstSlots), wanted);
      },
    ),
  );
});

test('a term with many postings has pages of its own, and all pages are small and in order', () => {
  const frequent = Array.from({ length: 60 }, (_, number) => ({
    segment: 1000 + number * 7,
    terms: Array.from({ length: 64 }, (_, index) =>
      termsOf([
        ['a', 1 + ((number + index) % 2000)],
        [`rare${number * 64 + index}`, 1],
      ]),
    ),
  }));
  const pages = invertSegments(frequent);
  const own = pages.filter(({ firstTerm }) => firstTerm === numberOfTerm('a'));
  assert.ok(own.length > 1);
  assert.deepEqual(
    own.map(({ part, lastTerm }) => [part, lastTerm]),
    own.map((_, part) => [part, numberOfTerm('a')]),
  );
  assert.ok(pages.every(({ data }) => data.length <= 2000));
  for (const [at, page] of pages.entries()) {
    const before = pages[at - 1];
    if (before && page.part === 0) assert.ok(before.lastTerm < page.firstTerm);
  }
  const firstSlots = new Map(frequent.map(({ segment }, at) => [segment, at * 64]));
  const [postings] = readAll(joined(pages), firstSlots);
  assert.equal(postings!.length, 60 * 64);
  assert.equal(
    countEntries({ terms: [numberOfTerm('a')], entries: own[0]!.data }).get(numberOfTerm('a')),
    60 * 64,
  );
});
