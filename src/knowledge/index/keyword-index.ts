import { hashTerm, unpackTerms } from './pack-terms.ts';
import { createTermTable } from './term-table.ts';

/**
 * A posting is slot · 1024 + frequency: one number in one array instead of two objects. Four million chunks
 * of one agent fit into 32 bits.
 */
const frequencyBits = 10;
const highestFrequency = 2 ** frequencyBits - 1;

/** One term of a query, with every chunk that has it. */
export interface TermPostings {
  /** How often the query says it. */
  occurrences: number;
  postings: readonly number[];
}

export const slotOf = (posting: number): number => posting >>> frequencyBits;
export const frequencyOf = (posting: number): number => posting & highestFrequency;
const toPosting = (slot: number, frequency: number): number =>
  ((slot << frequencyBits) | Math.min(frequency, highestFrequency)) >>> 0;

/** Which chunks have which terms. Chunks are known by their slot and never change. */
export const createKeywordIndex = () => {
  const table = createTermTable();
  const lists: number[][] = [];
  let postingCount = 0;

  return {
    add: (slot: number, packedTerms: Uint8Array): void => {
      const words = unpackTerms(packedTerms);
      for (let at = 0; at < words.length; at += 2) {
        const second = words[at + 1]!;
        const term = table.findOrAdd(words[at]!, second >>> 16);
        const posting = toPosting(slot, second & 0xffff);
        const list = lists[term];
        if (list) list.push(posting);
        else lists[term] = [posting];
        postingCount += 1;
      }
    },

    /** The terms of a query that any chunk has; others say nothing about chunks. */
    find: (terms: readonly string[]): Map<string, TermPostings> => {
      const found = new Map<string, TermPostings>();
      for (const term of terms) {
        const known = found.get(term);
        if (known) {
          known.occurrences += 1;
          continue;
        }
        const { low, high } = hashTerm(term);
        const number = table.find(low, high);
        found.set(term, { occurrences: 1, postings: number < 0 ? [] : lists[number]! });
      }
      return found;
    },

    /** Forgets chunks: `newSlots` tells where each slot goes, -1 for those that go away. */
    compact: (newSlots: Int32Array): void => {
      postingCount = 0;
      for (let term = 0; term < lists.length; term += 1) {
        const kept: number[] = [];
        for (const posting of lists[term]!) {
          const slot = newSlots[slotOf(posting)]!;
          if (slot >= 0) kept.push(toPosting(slot, frequencyOf(posting)));
        }
        lists[term] = kept;
        postingCount += kept.length;
      }
    },

    get bytes(): number {
      return table.bytes + lists.length * 64 + postingCount * 10;
    },
  };
};

export type KeywordIndex = ReturnType<typeof createKeywordIndex>;
