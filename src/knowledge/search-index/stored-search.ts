import {
  analyseQuery,
  createCalibrateShare,
  type IndexedLanguages,
  shareOfScore,
} from '../keywords/index.ts';
import { numberOfTerm } from '../postings/term-number.ts';
import { createBest } from './best.ts';
import type { Candidates } from './candidates.ts';
import type { ChunkScope } from './chunk-scope.ts';
import type { ChunkTable } from './chunk-table.ts';
import type { KeywordIndex } from './keywords/keyword-index.ts';
import { type FindPostings, keywordShares } from './keywords/keyword-scores.ts';
import { countEntries, createStoredFind, type FetchedPages } from './keywords/stored-postings.ts';
import type { StoredSegments } from './keywords/stored-segments.ts';
import type { createTypedSearch, TypedQuery, TypedResult } from './typed-search.ts';

export interface WordQuery {
  text: string;
  scope: ChunkScope;
  limit: number;
  /** Chunks whose keyword score is always returned. */
  alsoNumbers: readonly number[];
}

/** Terms whose postings the database must provide before the search can continue. */
export interface NeededPostings {
  needed: number[];
}

/** Terms of which only the numbers of postings are needed. */
export interface NeededCounts {
  neededCounts: number[];
}

export interface FetchedForTyping {
  counted: readonly FetchedPages[];
  postings?: FetchedPages;
}

interface StoredSearchParts {
  table: ChunkTable;
  keywords: KeywordIndex;
  stored: StoredSegments;
  languages: IndexedLanguages;
  typed: ReturnType<typeof createTypedSearch>;
  /** By slot. As long as the table. */
  scratch(): Float64Array;
}

/** Only the beginning of a very long query is used. */
export const mostWords = 1000;

const noPages: FetchedPages = { terms: [], entries: new Uint8Array(0) };

/** Searches by keywords in which some or all postings are in the database. */
export const createStoredSearch = (parts: StoredSearchParts) => {
  const { table, keywords, stored, languages, typed, scratch } = parts;

  const missingTerms = (words: readonly string[][], fetched: FetchedPages): number[] => {
    if (stored.isEmpty) return [];
    const known = new Set(fetched.terms);
    return [...new Set(words.flat().map(numberOfTerm))].filter((term) => !known.has(term));
  };

  const withoutSkipped = (words: string[][], { skipped = [] }: FetchedPages): string[][] => {
    if (skipped.length === 0) return words;
    const gone = new Set(skipped);
    return words.filter((terms) => !terms.some((term) => gone.has(numberOfTerm(term))));
  };

  const findIn = (fetched: FetchedPages): FindPostings =>
    stored.isEmpty ? keywords.find : createStoredFind(keywords, stored, fetched);

  const wordsOf = (text: string): string[][] => analyseQuery(text, languages).slice(0, mostWords);

  /** The best slots by shares. The calibrated score decides, because different shares may have the same one. */
  const bestSlots = (shares: Float64Array, scope: ChunkScope, limit: number): Uint32Array => {
    const { size, numbers, places, chunkCount } = table;
    const isInScope = table.filter(scope);
    const calibrate = createCalibrateShare(chunkCount);
    const best = createBest(limit);
    let lowestShare = 0;
    for (let slot = 0; slot < size; slot += 1) {
      const share = shares[slot]!;
      // Most slots are below all kept scores, so this check comes first.
      if (share < lowestShare || share === 0 || isInScope[places[slot]!] !== 1) continue;
      best.offer(calibrate(share), numbers[slot]!, slot);
      const lowest = best.lowest();
      // Lowered by more than the rounding error of both functions.
      if (lowest > 0) lowestShare = shareOfScore(chunkCount, lowest) * (1 - 1e-9);
    }
    return best.slots();
  };

  const searchWords = (
    { text, scope, limit, alsoNumbers }: WordQuery,
    fetched: FetchedPages = noPages,
  ): Candidates | NeededPostings => {
    const words = wordsOf(text);
    const needed = missingTerms(words, fetched);
    if (needed.length > 0) return { needed };
    const shares = scratch();
    keywordShares(findIn(fetched), withoutSkipped(words, fetched), table, shares);
    const also = alsoNumbers.flatMap((number) => table.slotOf(number) ?? []);
    const slots = [...new Set([...bestSlots(shares, scope, limit), ...also])];
    const calibrate = createCalibrateShare(table.chunkCount);
    return {
      numbers: slots.map((slot) => table.numbers[slot]!),
      keywordScores: slots.map((slot) => (shares[slot]! > 0 ? calibrate(shares[slot]!) : 0)),
    };
  };

  const searchTyped = (
    query: TypedQuery,
    { counted, postings = noPages }: FetchedForTyping = { counted: [] },
  ): TypedResult | NeededPostings | NeededCounts => {
    const counts = new Map(counted.flatMap((pages) => [...countEntries(pages)]));
    const uncounted = new Set<number>();
    const groups = typed.groupsOf(query.text, (term) => {
      const inMemory = keywords.postingsOf(term).length;
      if (stored.isEmpty) return inMemory;
      const number = numberOfTerm(term);
      const count = counts.get(number);
      if (count === undefined) uncounted.add(number);
      return inMemory + (count ?? 1);
    });
    if (uncounted.size > 0) return { neededCounts: [...uncounted] };
    const needed = missingTerms(groups, postings);
    if (needed.length > 0) return { needed };
    return typed.search(query, withoutSkipped(groups, postings), findIn(postings));
  };

  return {
    /** The terms that `searchWords` needs. */
    neededTerms: (text: string): number[] => missingTerms(wordsOf(text), noPages),
    searchWords,
    searchTyped,
  };
};
