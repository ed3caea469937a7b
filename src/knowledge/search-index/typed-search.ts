import { analyseTyped, createTermsOf, type IndexedLanguages } from '../keywords/index.ts';
import { createBest } from './best.ts';
import type { ChunkScope } from './chunk-scope.ts';
import type { ChunkTable } from './chunk-table.ts';
import type { DocumentWords } from './document-words.ts';
import { type FindPostings, keywordScores } from './keywords/keyword-scores.ts';
import type { AttributeValue } from './scope-filter.ts';

export interface TypedQuery {
  text: string;
  scope: ChunkScope;
  offset: number;
  limit: number;
  /** Names of attributes whose values are counted. */
  facets: readonly string[];
}

export interface FoundDocument {
  documentId: string;
  /** Of its best chunk. */
  number: number;
  score: number;
  tags: readonly string[];
  attributes: Readonly<Record<string, AttributeValue>>;
}

export interface FacetValue {
  value: AttributeValue;
  count: number;
}

export interface Facet {
  name: string;
  values: FacetValue[];
}

export interface TypedResult {
  documents: FoundDocument[];
  total: number;
  facets: Facet[];
  /** What to mark in the texts. */
  terms: string[];
}

/** Words that are looked at to complete one, and those that are used: the most frequent ones. */
const mostCompletions = 1000;
const usedCompletions = 50;
const mostFacetValues = 20;
/** Only the beginning of a longer query is used. */
const mostWords = 50;
/** How much a name with all words of the query adds to the score. */
const nameWeight = 0.5;

/** How many postings a term has, including those of deleted chunks. */
type CountPostings = (term: string) => number;

interface TypedSearchParts {
  table: ChunkTable;
  words: DocumentWords;
  languages: IndexedLanguages;
  /** By slot, for the scores of chunks. As long as the table. */
  scratch(): Float64Array;
}

/** The scope in which the values of an attribute are counted: a choice of values does not hide the others. */
const withoutConditionsOn = (name: string, scope: ChunkScope): ChunkScope => ({
  ...scope,
  filter: scope.filter && {
    ...scope.filter,
    attributes: scope.filter.attributes?.filter((condition) => condition.name !== name),
  },
});

/** Documents by keywords while a query is being typed: by their best chunk and by their name. */
export const createTypedSearch = ({ table, words, languages, scratch }: TypedSearchParts) => {
  const complete = (
    countOf: CountPostings,
    beginning: string,
    termsOf: (word: string) => string[],
  ): string[] => {
    const frequencyOf = (term: string): number => countOf(term) + words.placesNamed(term, termsOf).length;
    const counted = words
      .startingWith(beginning, mostCompletions)
      .map((word) => ({
        word,
        count: termsOf(word).reduce((sum, term) => sum + frequencyOf(term), 0),
      }))
      .filter(({ count }) => count > 0);
    return counted
      .sort((a, b) => b.count - a.count)
      .slice(0, usedCompletions)
      .map(({ word }) => word);
  };

  /** The best slot and its score by place of the document. */
  const scorePlaces = (
    find: FindPostings,
    groups: readonly string[][],
    termsOf: (word: string) => string[],
  ) => {
    const scores = scratch();
    keywordScores(find, groups, table, scores);
    const best = new Float64Array(table.lastPlace + 1);
    const slots = new Int32Array(table.lastPlace + 1).fill(-1);
    const { places, size } = table;
    for (let slot = 0; slot < size; slot += 1) {
      const place = places[slot]!;
      if (scores[slot]! <= best[place]! || place === 0) continue;
      best[place] = scores[slot]!;
      slots[place] = slot;
    }
    const named = new Float64Array(table.lastPlace + 1);
    for (const group of groups) {
      const having = new Set(group.flatMap((term) => words.placesNamed(term, termsOf)));
      for (const place of having) named[place] = named[place]! + 1 / groups.length;
    }
    for (let place = 1; place <= table.lastPlace; place += 1) {
      if (named[place] === 0) continue;
      best[place] = 1 - (1 - best[place]!) * (1 - nameWeight * named[place]!);
      if (slots[place]! < 0) slots[place] = table.firstSlotAt(place) ?? -1;
    }
    return { best, slots };
  };

  const countValues = (name: string, scope: ChunkScope, slots: Int32Array): Facet => {
    const isInScope = table.filter(withoutConditionsOn(name, scope));
    const counts = new Map<AttributeValue, number>();
    for (let place = 1; place < slots.length; place += 1) {
      if (slots[place]! < 0 || isInScope[place] !== 1) continue;
      const { attributes } = table.filterAt(place);
      if (!Object.hasOwn(attributes, name)) continue;
      const value = attributes[name]!;
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((a, b) => b.count - a.count || (String(a.value) < String(b.value) ? -1 : 1))
      .slice(0, mostFacetValues);
    return { name, values };
  };

  const groupsOf = (text: string, countOf: CountPostings): string[][] =>
    analyseTyped(text, languages, (beginning, termsOf) => complete(countOf, beginning, termsOf)).slice(
      0,
      mostWords,
    );

  const search = (
    { scope, offset, limit, facets }: TypedQuery,
    groups: readonly string[][],
    find: FindPostings,
  ): TypedResult => {
    const { best, slots } = scorePlaces(find, groups, createTermsOf(languages));
    const isInScope = table.filter(scope);
    const kept = createBest(offset + limit);
    let total = 0;
    for (let place = 1; place < slots.length; place += 1) {
      if (slots[place]! < 0 || isInScope[place] !== 1) continue;
      total += 1;
      kept.offer(best[place]!, table.numbers[slots[place]!]!, place);
    }
    const documents = Array.from(kept.slots(), (place): FoundDocument => {
      const { tags, attributes } = table.filterAt(place);
      return {
        documentId: table.idAt(place),
        number: table.numbers[slots[place]!]!,
        score: best[place]!,
        tags,
        attributes,
      };
    }).sort((a, b) => b.score - a.score || a.number - b.number);
    return {
      documents: documents.slice(offset),
      total,
      facets: facets.map((name) => countValues(name, scope, slots)),
      terms: [...new Set(groups.flat())],
    };
  };

  return {
    /** The terms of each word of the query that counts. */
    groupsOf,
    search,
  };
};
