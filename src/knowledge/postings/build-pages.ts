import { unpackTerms } from '../search-index/keywords/pack-terms.ts';
import { isMarker } from './markers.ts';
import {
  createPageWriter,
  createPostingEncoder,
  type Group,
  type Page,
  readEntry,
  readGroups,
} from './pages.ts';
import { termNumber } from './term-number.ts';

export interface SegmentTerms {
  segment: number;
  /** Packed terms of its chunks, in the order of the segment. */
  terms: readonly Uint8Array[];
}

const ascending = (a: number, b: number): number => a - b;

/** A posting in one number: place of the segment in the list, index in the segment (16 bits), frequency (16 bits). */
const toNumber = (place: number, index: number, frequency: number): number =>
  place * 2 ** 32 + index * 2 ** 16 + frequency;

/** The postings of each term in the order of segments and indexes. */
const collectPostings = (segments: readonly SegmentTerms[]): Map<number, number[]> => {
  const byTerm = new Map<number, number[]>();
  for (const [place, { terms }] of segments.entries())
    for (const [index, packed] of terms.entries()) {
      const words = unpackTerms(packed);
      for (let at = 0; at < words.length; at += 2) {
        const term = termNumber(words[at]!, words[at + 1]! >>> 16);
        const posting = toNumber(place, index, words[at + 1]! & 0xffff);
        const known = byTerm.get(term);
        if (known) known.push(posting);
        else byTerm.set(term, [posting]);
      }
    }
  return byTerm;
};

/** The pages of a run for segments whose postings are in no run. */
export const invertSegments = (unordered: readonly SegmentTerms[]): Page[] => {
  const segments = unordered.toSorted((a, b) => a.segment - b.segment);
  const byTerm = collectPostings(segments);
  const encoder = createPostingEncoder();
  const writer = createPageWriter();
  for (const term of [...byTerm.keys()].sort(ascending)) {
    if (isMarker(term)) continue;
    let last = -1;
    for (const posting of byTerm.get(term)!) {
      const place = Math.floor(posting / 2 ** 32);
      if (place !== last) encoder.begin(segments[place]!.segment);
      last = place;
      encoder.add((posting >>> 16) & 0xffff, posting & 0xffff);
    }
    writer.add(term, encoder.take());
  }
  return writer.finish();
};

export interface MergeInput {
  /** Terms from `from` to before `to`. Pages may have others too. */
  from: number;
  to: number;
  pages: readonly Uint8Array[];
  /** Segments that still exist. The postings of others are left out. */
  living: Float64Array;
}

/** The pages of several runs as those of one, for a range of terms. */
export const mergePages = ({ from, to, pages, living }: MergeInput): Page[] => {
  const exists = new Set(living);
  const groupsByTerm = new Map<number, Group[]>();
  for (const bytes of pages) {
    const reader = { bytes, at: 0 };
    while (reader.at < bytes.length) {
      const { term, end } = readEntry(reader);
      if (term >= from && term < to) {
        const groups = readGroups(reader, end).filter(({ segment }) => exists.has(segment));
        const known = groupsByTerm.get(term);
        if (known) for (const group of groups) known.push(group);
        else groupsByTerm.set(term, groups);
      }
      reader.at = end;
    }
  }
  const writer = createPageWriter();
  for (const term of [...groupsByTerm.keys()].sort(ascending))
    writer.add(
      term,
      groupsByTerm.get(term)!.sort((a, b) => a.segment - b.segment),
    );
  return writer.finish();
};
