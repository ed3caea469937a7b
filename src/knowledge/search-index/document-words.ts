import { completableWords, wordsOfName } from '../keywords/index.ts';
import type { ChunkTable } from './chunk-table.ts';
import { createVocabulary } from './keywords/vocabulary.ts';

/** What completes words and finds documents by their names. */
export interface WordsOfDocument {
  documentId: string;
  name: string;
  /** One per line. */
  words: string;
}

/** Names are short. Of a hostile one the beginning is enough. */
const longestName = 500;

/** Names that are beside each other in memory, with the array. */
const bytesOfName = 80;

/**
 * The words of an agent's documents, loaded by the first search while typing. Chunks do not have them: the keyword
 * index knows only hashes of terms.
 */
export const createDocumentWords = (table: ChunkTable) => {
  const vocabulary = createVocabulary();
  /** By place: the words of the name in lines. Undefined if they are not loaded. */
  const names: (string | undefined)[] = [];
  let loadedCount = 0;
  let placesByTerm: Map<string, number[]> | undefined;
  let completeFor = -1;

  return {
    /** Ids of at most `limit` documents whose words are not loaded. `version` is that of the index. */
    missing: (version: number, limit: number): string[] => {
      if (completeFor === version) return [];
      const ids: string[] = [];
      for (const place of table.eachPlace()) {
        if (names[place] !== undefined) continue;
        ids.push(table.idAt(place));
        if (ids.length === limit) return ids;
      }
      if (ids.length === 0) completeFor = version;
      return ids;
    },
    add: (documents: readonly WordsOfDocument[]): void => {
      for (const { documentId, name, words } of documents) {
        const place = table.placeOf(documentId);
        if (place === 0) continue;
        const shortName = name.slice(0, longestName);
        vocabulary.add(words.split('\n'));
        vocabulary.add(completableWords(shortName));
        while (names.length <= place) names.push(undefined);
        if (names[place] === undefined) loadedCount += 1;
        names[place] = wordsOfName(shortName).join('\n');
      }
      placesByTerm = undefined;
    },
    /** Before the document is removed. It may be added again with another name. */
    forget: (documentId: string): void => {
      const place = table.placeOf(documentId);
      if (names[place] === undefined) return;
      names[place] = undefined;
      loadedCount -= 1;
      placesByTerm = undefined;
    },
    startingWith: vocabulary.startingWith,
    /** Places of the documents whose name has a term. */
    placesNamed: (term: string, termsOf: (word: string) => string[]): readonly number[] => {
      if (!placesByTerm) {
        placesByTerm = new Map();
        for (const place of table.eachPlace()) {
          const words = names[place];
          if (!words) continue;
          for (const one of new Set(words.split('\n').flatMap(termsOf))) {
            const places = placesByTerm.get(one);
            if (places) places.push(place);
            else placesByTerm.set(one, [place]);
          }
        }
      }
      return placesByTerm.get(term) ?? [];
    },
    get bytes(): number {
      return vocabulary.bytes + loadedCount * bytesOfName * (placesByTerm ? 2 : 1);
    },
  };
};

export type DocumentWords = ReturnType<typeof createDocumentWords>;
