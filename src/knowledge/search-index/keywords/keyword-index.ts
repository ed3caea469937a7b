import { bytesOf, type SavedIndex, type TakePart } from '../index-file.ts';
import { hashTerm, unpackTerms } from './pack-terms.ts';
import { createPostingPool } from './posting-pool.ts';

/**
 * A posting is slot · 1024 + frequency: one number in one array instead of two objects. Four million chunks
 * of one agent fit into 32 bits.
 */
export const frequencyBits = 10;
const highestFrequency = 2 ** frequencyBits - 1;

/** One word of a query, with every chunk that has one of its terms. */
export interface WordPostings {
  /** Frequency in the query. */
  occurrences: number;
  /** By term. Valid until the next addition. */
  postings: Uint32Array[];
}

export const slotOf = (posting: number): number => posting >>> frequencyBits;
export const frequencyOf = (posting: number): number => posting & highestFrequency;
export const toPosting = (slot: number, frequency: number): number =>
  ((slot << frequencyBits) | Math.min(frequency, highestFrequency)) >>> 0;

/**
 * An entry of the hash table of terms, with open addressing: low hash; high hash and, in the lower 16 bits, 1 + the
 * power of two of the list's capacity (0: an empty entry); start of the list; its length. All in one cache line,
 * because filling the index needs a lookup for each term of each chunk.
 */
const entryWords = 4;
const noPostings = new Uint32Array(0);

interface KeywordMeta {
  capacity: number;
  termCount: number;
  used: number;
  free: number[][];
}

const restoreParts = ({ capacity, termCount, used, free }: KeywordMeta, take: TakePart) => {
  const entries = new Uint32Array(capacity * entryWords);
  const places = new Uint32Array(used);
  take(bytesOf(entries));
  take(bytesOf(places));
  return { capacity, termCount, entries, pool: createPostingPool({ places, free }) };
};

/** Which chunks have which terms. Chunks are identified by slot and do not change. */
export const createKeywordIndex = (saved?: { meta: KeywordMeta; take: TakePart }) => {
  const restored = saved && restoreParts(saved.meta, saved.take);
  const pool = restored?.pool ?? createPostingPool();
  let capacity = restored?.capacity ?? 1 << 10;
  let entries = restored?.entries ?? new Uint32Array(capacity * entryWords);
  let termCount = restored?.termCount ?? 0;
  let found = new Uint32Array(256);

  const entryOf = (low: number, high: number): number => {
    const mask = capacity - 1;
    for (let place = (low ^ (high << 7)) & mask; ; place = (place + 1) & mask) {
      const entry = place * entryWords;
      const second = entries[entry + 1]!;
      if (second === 0 || (entries[entry] === low && second >>> 16 === high)) return entry;
    }
  };

  const grow = (): void => {
    const old = entries;
    capacity *= 2;
    entries = new Uint32Array(capacity * entryWords);
    for (let from = 0; from < old.length; from += entryWords) {
      if (old[from + 1] === 0) continue;
      const entry = entryOf(old[from]!, old[from + 1]! >>> 16);
      for (let word = 0; word < entryWords; word += 1) entries[entry + word] = old[from + word]!;
    }
  };

  /** A new term gets its entry here, so that no other term takes it. */
  const findOrAdd = (low: number, high: number): number => {
    const entry = entryOf(low, high);
    if (entries[entry + 1] === 0) {
      termCount += 1;
      entries[entry] = low;
      entries[entry + 1] = ((high << 16) | 1) >>> 0;
      entries[entry + 2] = pool.allocate(0);
    }
    return entry;
  };

  const append = (entry: number, posting: number): void => {
    const length = entries[entry + 3]!;
    const power = (entries[entry + 1]! & 0xffff) - 1;
    if (length === 1 << power) {
      entries[entry + 2] = pool.double(entries[entry + 2]!, power);
      entries[entry + 1] = entries[entry + 1]! + 1;
    }
    pool.places[entries[entry + 2]! + length] = posting;
    entries[entry + 3] = length + 1;
  };

  const add = (slot: number, packedTerms: Uint8Array): void => {
    const words = unpackTerms(packedTerms);
    const count = words.length >>> 1;
    while ((termCount + count) * 2 > capacity) grow();
    if (found.length < count) found = new Uint32Array(count * 2);
    // In two steps: lookups in sequence without writes in between overlap their memory latency.
    for (let at = 0; at < count; at += 1) found[at] = findOrAdd(words[2 * at]!, words[2 * at + 1]! >>> 16);
    for (let at = 0; at < count; at += 1) append(found[at]!, toPosting(slot, words[2 * at + 1]! & 0xffff));
  };

  const postingsOf = (term: string): Uint32Array => {
    const { low, high } = hashTerm(term);
    const entry = entryOf(low, high);
    const [start, length] = [entries[entry + 2]!, entries[entry + 3]!];
    return length === 0 ? noPostings : pool.places.subarray(start, start + length);
  };

  return {
    add,
    postingsOf,
    /** Every word of a query once. A word is a list of terms that count as the same. */
    find: (words: readonly (readonly string[])[]): WordPostings[] => {
      const all = new Map<string, WordPostings>();
      for (const terms of words) {
        const key = terms.join('\n');
        const known = all.get(key);
        if (known) known.occurrences += 1;
        else
          all.set(key, {
            occurrences: 1,
            postings: terms.map(postingsOf).filter(({ length }) => length > 0),
          });
      }
      return [...all.values()];
    },
    /** Removes chunks: `newSlots` has the new slot of each slot, -1 for removed ones. */
    compact: (newSlots: Int32Array): void => {
      const { places } = pool;
      for (let entry = 0; entry < entries.length; entry += entryWords) {
        const start = entries[entry + 2]!;
        const end = start + entries[entry + 3]!;
        let kept = start;
        for (let at = start; at < end; at += 1) {
          const slot = newSlots[slotOf(places[at]!)]!;
          if (slot >= 0) places[kept++] = toPosting(slot, frequencyOf(places[at]!));
        }
        entries[entry + 3] = kept - start;
      }
    },
    save: (): SavedIndex & { meta: KeywordMeta } => ({
      meta: { capacity, termCount, used: pool.used, free: pool.free },
      parts: [bytesOf(entries), bytesOf(pool.places, pool.used)],
    }),
    get bytes(): number {
      return entries.byteLength + pool.bytes;
    },
  };
};

export type KeywordIndex = ReturnType<typeof createKeywordIndex>;
