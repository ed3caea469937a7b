import { type ByteReader, createByteWriter, readTerm, readVarint } from './varints.ts';

/**
 * The postings of a run are stored as pages in the order of their terms. A page is a list of entries:
 *
 *   entry   = term (6 bytes), postings of the term in the run, length of the groups in bytes, groups
 *   group   = segment (distance to the one before), number of postings, postings
 *   posting = distance of the index in the segment · 4 + frequency - 1, for frequencies up to 3
 *           | distance of the index in the segment · 4 + 3, frequency - 4
 *
 * A term whose groups do not fit into one page has pages of its own, its parts. Only the first part states the number
 * of postings, the others state 0. All numbers are varints.
 */
export interface Page {
  firstTerm: number;
  lastTerm: number;
  part: number;
  data: Uint8Array;
}

/** The postings of one term in one segment. */
export interface Group {
  segment: number;
  count: number;
  postings: Uint8Array;
}

/** Higher frequencies count as this one. The search has 10 bits for them. */
const highestFrequency = 1023;
/** A row of 2 kB is the largest that PostgreSQL stores in one piece by default. Four of them fill a block. */
const pageBytes = 1900;

/** Encodes the postings of one term. Segments ascend, and so do the indexes in each. */
export const createPostingEncoder = () => {
  const writer = createByteWriter();
  let starts: { segment: number; count: number; start: number }[] = [];
  let before = -1;

  return {
    begin: (segment: number): void => {
      starts.push({ segment, count: 0, start: writer.length });
      before = -1;
    },
    add: (index: number, frequency: number): void => {
      const capped = Math.min(frequency, highestFrequency);
      writer.varint((index - before - 1) * 4 + Math.min(capped, 4) - 1);
      if (capped >= 4) writer.varint(capped - 4);
      before = index;
      starts.at(-1)!.count += 1;
    },
    take: (): Group[] => {
      const bytes = writer.take();
      const groups = starts.map(({ segment, count, start }, at) => ({
        segment,
        count,
        postings: bytes.subarray(start, starts[at + 1]?.start),
      }));
      starts = [];
      return groups;
    },
  };
};

export interface Entry {
  term: number;
  /** Postings in the run. 0 in later parts. */
  total: number;
  /** Of its groups. */
  end: number;
}

/** Reads the head of an entry. The reader is then at its groups. */
export const readEntry = (reader: ByteReader): Entry => {
  const term = readTerm(reader);
  const total = readVarint(reader);
  const length = readVarint(reader);
  return { term, total, end: reader.at + length };
};

/** Moves the reader behind the postings of a group. */
const skipPostings = (reader: ByteReader, count: number): void => {
  for (let at = 0; at < count; at += 1) if ((readVarint(reader) & 3) === 3) readVarint(reader);
};

export const readGroups = (reader: ByteReader, end: number): Group[] => {
  const groups: Group[] = [];
  let segment = 0;
  while (reader.at < end) {
    segment += readVarint(reader);
    const count = readVarint(reader);
    const start = reader.at;
    skipPostings(reader, count);
    groups.push({ segment, count, postings: reader.bytes.subarray(start, reader.at) });
  }
  return groups;
};

/** Divides terms with their groups into pages. Terms ascend, and so do the segments of a term. */
export const createPageWriter = () => {
  const pages: Page[] = [];
  const shared = createByteWriter();
  const groupBytes = createByteWriter();
  const entry = createByteWriter();
  let firstTerm = 0;
  let lastTerm = 0;

  const flush = (): void => {
    if (shared.length > 0) pages.push({ firstTerm, lastTerm, part: 0, data: shared.take() });
  };

  const encodeEntry = (term: number, total: number, groups: Uint8Array): Uint8Array => {
    entry.term(term);
    entry.varint(total);
    entry.varint(groups.length);
    entry.append(groups);
    return entry.take();
  };

  /** Lists of groups that fit into a page each. */
  const divide = (groups: readonly Group[]): Uint8Array[] => {
    const parts: Uint8Array[] = [];
    let before = 0;
    for (const { segment, count, postings } of groups) {
      if (groupBytes.length > 0 && groupBytes.length + postings.length + 30 > pageBytes) {
        parts.push(groupBytes.take());
        before = 0;
      }
      groupBytes.varint(segment - before);
      groupBytes.varint(count);
      groupBytes.append(postings);
      before = segment;
    }
    parts.push(groupBytes.take());
    return parts;
  };

  return {
    add: (term: number, groups: readonly Group[]): void => {
      if (groups.length === 0) return;
      const total = groups.reduce((sum, { count }) => sum + count, 0);
      const parts = divide(groups);
      if (parts.length > 1) {
        flush();
        for (const [part, bytes] of parts.entries())
          pages.push({
            firstTerm: term,
            lastTerm: term,
            part,
            data: encodeEntry(term, part === 0 ? total : 0, bytes),
          });
        return;
      }
      const bytes = encodeEntry(term, total, parts[0]!);
      if (shared.length + bytes.length > pageBytes) flush();
      if (shared.length === 0) firstTerm = term;
      lastTerm = term;
      shared.append(bytes);
    },
    finish: (): Page[] => {
      flush();
      return pages;
    },
  };
};
