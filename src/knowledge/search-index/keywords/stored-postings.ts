import { readEntry } from '../../postings/pages.ts';
import { numberOfTerm } from '../../postings/term-number.ts';
import { type ByteReader, readVarint } from '../../postings/varints.ts';
import type { KeywordIndex, WordPostings } from './keyword-index.ts';
import { frequencyBits } from './keyword-index.ts';
import type { StoredSegments } from './stored-segments.ts';

/** Entries of pages of the database in any order, with all postings of some terms. */
export interface FetchedPages {
  terms: readonly number[];
  entries: Uint8Array;
  /** Of the terms: those with too many postings. The search leaves their words out. */
  skipped?: readonly number[];
}

interface Place {
  at: number;
  end: number;
}

interface Found {
  total: number;
  places: Place[];
}

/** Where the entries of some terms are. */
const findEntries = (entries: Uint8Array, wanted: ReadonlySet<number>): Map<number, Found> => {
  const found = new Map<number, Found>();
  const reader: ByteReader = { bytes: entries, at: 0 };
  while (reader.at < entries.length) {
    const { term, total, end } = readEntry(reader);
    if (wanted.has(term)) {
      const known = found.get(term);
      const entry = known ?? { total: 0, places: [] };
      if (!known) found.set(term, entry);
      entry.total += total;
      entry.places.push({ at: reader.at, end });
    }
    reader.at = end;
  }
  return found;
};

/** How many postings each of the terms has in the database, including those of deleted chunks. */
export const countEntries = ({ terms, entries }: FetchedPages): Map<number, number> => {
  const found = findEntries(entries, new Set(terms));
  return new Map(terms.map((term) => [term, found.get(term)?.total ?? 0]));
};

const isAscending = (postings: Uint32Array): boolean => {
  for (let at = 1; at < postings.length; at += 1) if (postings[at]! < postings[at - 1]!) return false;
  return true;
};

/**
 * The postings of words: those of the database for stored segments and those in memory for the rest. Postings of
 * segments that the index does not have are skipped: their chunks are deleted, not served, or have their terms in memory.
 */
export const createStoredFind = (keywords: KeywordIndex, stored: StoredSegments, fetched: FetchedPages) => {
  const found = findEntries(fetched.entries, new Set(fetched.terms));
  const { firstSlotOf } = stored;

  /** Writes the postings of an entry into `postings` from `size` on and returns the new size. */
  const decode = (reader: ByteReader, end: number, postings: Uint32Array, size: number): number => {
    let length = size;
    let segment = 0;
    while (reader.at < end) {
      segment += readVarint(reader);
      const count = readVarint(reader);
      const first = firstSlotOf(segment);
      let slot = (first ?? 0) - 1;
      for (let at = 0; at < count; at += 1) {
        const value = readVarint(reader);
        slot += (value >>> 2) + 1;
        const frequency = (value & 3) === 3 ? 4 + readVarint(reader) : (value & 3) + 1;
        if (first !== undefined) postings[length++] = ((slot << frequencyBits) | frequency) >>> 0;
      }
    }
    return length;
  };

  const postingsOf = (term: string): Uint32Array => {
    const inMemory = keywords.postingsOf(term);
    const entry = found.get(numberOfTerm(term));
    if (!entry) return inMemory;
    const postings = new Uint32Array(entry.total + inMemory.length);
    postings.set(inMemory);
    let size = inMemory.length;
    for (const { at, end } of entry.places)
      size = decode({ bytes: fetched.entries, at }, end, postings, size);
    return postings.subarray(0, size);
  };

  return (words: readonly (readonly string[])[]): WordPostings[] => {
    const all = new Map<string, WordPostings>();
    for (const terms of words) {
      const key = terms.join('\n');
      const known = all.get(key);
      if (known) {
        known.occurrences += 1;
        continue;
      }
      const postings = terms.map(postingsOf).filter(({ length }) => length > 0);
      // Lists are merged in the order of slots. A single list needs no order.
      if (postings.length > 1) for (const list of postings) if (!isAscending(list)) list.sort();
      all.set(key, { occurrences: 1, postings });
    }
    return [...all.values()];
  };
};
