import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKeywordIndex, frequencyOf, slotOf } from './keyword-index.ts';
import { hashTerm, packTerms, unpackTerms } from './pack-terms.ts';

test('unpacked terms have their frequencies', () => {
  const words = unpackTerms(packTerms(['b', 'a', 'b']));
  const { low, high } = hashTerm('b');
  assert.equal(words.length, 4);
  assert.deepEqual([words[0], words[1]! >>> 16, words[1]! & 0xffff], [low, high, 2]);
});

test('bytes that do not start at a word boundary give the same result', () => {
  const packed = packTerms(['one', 'two', 'two']);
  const shifted = new Uint8Array(packed.length + 1);
  shifted.set(packed, 1);
  assert.deepEqual(unpackTerms(shifted.subarray(1)), unpackTerms(packed));
});

test('different short terms have different hashes', () => {
  const seen = new Set<string>();
  const letters = 'abcdefghijklmnopqrstuvwxyz0123456789的一是不';
  for (const a of letters)
    for (const b of letters)
      for (const c of letters) {
        const { low, high } = hashTerm(a + b + c);
        seen.add(`${low} ${high}`);
      }
  assert.equal(seen.size, letters.length ** 3);
});

test('an index of many terms returns for each term the chunks that have it', () => {
  const index = createKeywordIndex();
  const termCount = 20_000;
  for (let slot = 0; slot < termCount; slot += 1)
    index.add(slot, packTerms([`term${slot}`, 'all', 'all', 'all']));
  const [one, all, never] = index.find([['term777'], ['all'], ['never'], ['all']]);
  assert.deepEqual(Array.from(one!.postings[0]!, slotOf), [777]);
  assert.equal(all!.postings[0]!.length, termCount);
  assert.equal(frequencyOf(all!.postings[0]![5]!), 3);
  assert.equal(all!.occurrences, 2);
  assert.deepEqual(never!.postings, []);
});
