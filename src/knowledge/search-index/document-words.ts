import { completableWords, wordsOfName } from '../keywords/index.ts';
import type { ChunkTable, IndexedDocument } from './chunk-table.ts';
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

const stateOf = ({ uploadId, termsVersion, contentVersion }: IndexedDocument): string =>
  `${uploadId} ${termsVersion} ${contentVersion}`;

/**
 * The words of an agent's documents, loaded by the first search while typing. Chunks do not have them: the keyword
 * index knows only hashes of terms.
 */
export const createDocumentWords = (table: ChunkTable) => {
  const vocabulary = createVocabulary();
  /** By document id. */
  const loaded = new Map<string, { state: string; nameWords: string[] }>();
  let placesByTerm: Map<string, number[]> | undefined;
  let completeFor = -1;

  return {
    /** Ids of at most `limit` documents whose words are not loaded. `version` is that of the index. */
    missing: (version: number, limit: number): string[] => {
      if (completeFor === version) return [];
      const ids: string[] = [];
      for (const document of table.all()) {
        if (loaded.get(document.id)?.state === stateOf(document)) continue;
        ids.push(document.id);
        if (ids.length === limit) return ids;
      }
      if (ids.length === 0) completeFor = version;
      return ids;
    },
    add: (documents: readonly WordsOfDocument[]): void => {
      for (const { documentId, name, words } of documents) {
        const place = table.placeOf(documentId);
        const document = place === undefined ? undefined : table.documentAt(place);
        if (!document) continue;
        const shortName = name.slice(0, longestName);
        vocabulary.add(words.split('\n'));
        vocabulary.add(completableWords(shortName));
        loaded.set(documentId, { state: stateOf(document), nameWords: wordsOfName(shortName) });
      }
      placesByTerm = undefined;
    },
    /** The document was removed, or will be added again with another name. */
    forget: (documentId: string): void => {
      loaded.delete(documentId);
      placesByTerm = undefined;
    },
    startingWith: vocabulary.startingWith,
    /** Places of the documents whose name has a term. */
    placesNamed: (term: string, termsOf: (word: string) => string[]): readonly number[] => {
      if (!placesByTerm) {
        placesByTerm = new Map();
        for (const [documentId, { nameWords }] of loaded) {
          const place = table.placeOf(documentId);
          if (place === undefined) continue;
          for (const one of new Set(nameWords.flatMap(termsOf))) {
            const places = placesByTerm.get(one);
            if (places) places.push(place);
            else placesByTerm.set(one, [place]);
          }
        }
      }
      return placesByTerm.get(term) ?? [];
    },
    get bytes(): number {
      return vocabulary.bytes + loaded.size * 300;
    },
  };
};

export type DocumentWords = ReturnType<typeof createDocumentWords>;
