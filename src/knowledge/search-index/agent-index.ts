import {
  analyseQuery,
  createTermsOf,
  type IndexedLanguages,
  type SnippetPart,
  snippetOf,
} from '../keywords/index.ts';
import { unpackChunks } from '../postings/segment-chunks.ts';
import { numberOfTerm } from '../postings/term-number.ts';
import { type Best, createBest } from './best.ts';
import type { Candidates } from './candidates.ts';
import type { ChunkScope } from './chunk-scope.ts';
import { createChunkTable } from './chunk-table.ts';
import { createDocumentWords, type WordsOfDocument } from './document-words.ts';
import type { SavedIndex, TakePart } from './index-file.ts';
import { createKeywordIndex } from './keywords/keyword-index.ts';
import { countLiving, keywordScores } from './keywords/keyword-scores.ts';
import { createStoredSegments } from './keywords/stored-segments.ts';
import type { ScoreCurve } from './score-curve.ts';
import { createStoredSearch, mostWords } from './stored-search.ts';
import { createTypedSearch } from './typed-search.ts';
import { type Aim, createVectorSet, type VectorSet } from './vectors/vector-set.ts';

export interface IndexedChunk {
  number: number;
  documentId: string;
  termCount: number;
  terms: Uint8Array;
  vectors: { model: string; vector: Float32Array }[];
}

export interface QueryVector {
  model: string;
  vector: Float32Array;
  curve: ScoreCurve;
  /** Semantic weight, in (0, 1]. The rest is the weight of the keywords. */
  weight: number;
}

export interface IndexQuery {
  text: string;
  vectors: readonly QueryVector[];
  scope: ChunkScope;
  limit: number;
}

/** Chunks whose postings are in the database. */
export interface IndexedSegment {
  number: number;
  documentId: string;
  uploadId: string;
  markers: Uint8Array;
  chunks: Uint8Array;
}

type MetaOf<Part extends { save(): { meta: unknown } }> = ReturnType<Part['save']>['meta'];

interface AgentMeta {
  format: number;
  table: MetaOf<ReturnType<typeof createChunkTable>>;
  keywords: MetaOf<ReturnType<typeof createKeywordIndex>>;
  sets: ({ model: string } & MetaOf<VectorSet>)[];
}

interface WeightedAim {
  aim: Aim;
  weight: number;
}

/** About 2.6 kB each. */
const mostRemovedTerms = 5000;

/** Increase it when the saved format changes, so that older files are not used. */
const format = 3;

/** All data for searches of one agent, in memory. Runs in its own thread. */
export const createAgentIndex = (saved?: { meta: AgentMeta; take: TakePart }) => {
  const table = createChunkTable(saved && { meta: saved.meta.table, take: saved.take });
  const keywords = createKeywordIndex(saved && { meta: saved.meta.keywords, take: saved.take });
  const vectorSets = new Map<string, VectorSet>();
  for (const { model, ...meta } of saved?.meta.sets ?? [])
    vectorSets.set(model, createVectorSet(meta.dimension, { meta, take: saved!.take }));
  const stored = createStoredSegments();
  const documentWords = createDocumentWords(table);
  /** Increases with every change. */
  let version = 0;
  /** Removed chunks whose terms are still in memory. */
  let removedFromMemory = 0;
  /** By slot, reused by every search: allocating them takes longer than filling them. */
  let words = new Float64Array(0);
  let bounds = new Float64Array(0);

  const addChunk = (chunk: IndexedChunk): void => {
    const slot = table.addChunk(chunk);
    if (slot === undefined) return;
    version += 1;
    keywords.add(slot, chunk.terms);
    for (const { model, vector } of chunk.vectors) {
      const known = vectorSets.get(model);
      const set = known ?? createVectorSet(vector.length);
      if (!known) vectorSets.set(model, set);
      if (set.dimension === vector.length) set.add(slot, vector);
    }
  };

  const addSegment = ({ documentId, chunks, ...segment }: IndexedSegment): void => {
    const slots = unpackChunks(chunks).flatMap((chunk) => table.addChunk({ documentId, ...chunk }) ?? []);
    if (slots.length === 0) return;
    version += 1;
    stored.add(table.placeOf(documentId), segment, slots);
  };

  const removeDocument = (id: string): void => {
    const place = table.placeOf(id);
    if (place === 0) return;
    removedFromMemory += table.chunksOf(id) - stored.chunksOf(place);
    documentWords.forget(id);
    stored.removeDocument(place);
    table.removeDocument(id);
    version += 1;
    const gone = table.size - table.chunkCount;
    // With stored postings few chunks have terms in memory, which must not add up with every run that is stored.
    const isFull = !stored.isEmpty && removedFromMemory > mostRemovedTerms;
    if (!isFull && (gone <= 1000 || gone <= table.size / 3)) return;
    removedFromMemory = 0;
    const newSlots = table.compact();
    keywords.compact(newSlots);
    stored.compact(newSlots);
    for (const set of vectorSets.values()) set.compact(newSlots);
  };

  const languages: IndexedLanguages = {
    has: (marker) => keywords.postingsOf(marker).length > 0 || stored.chunksWith(numberOfTerm(marker)) > 0,
    allHave: (marker) =>
      countLiving(keywords.postingsOf(marker), table.places) + stored.chunksWith(numberOfTerm(marker)) ===
      table.chunkCount,
  };

  const wordScores = (): Float64Array => {
    if (words.length < table.size) words = new Float64Array(table.numbers.length);
    return words;
  };

  const scoreWords = (text: string): void =>
    keywordScores(keywords.find, analyseQuery(text, languages).slice(0, mostWords), table, wordScores());

  const storedSearch = createStoredSearch({
    table,
    keywords,
    stored,
    languages,
    typed: createTypedSearch({ table, words: documentWords, languages, scratch: wordScores }),
    scratch: wordScores,
  });

  const aimAll = (vectors: readonly QueryVector[]): WeightedAim[] =>
    vectors.flatMap(({ model, vector, curve, weight }) => {
      const set = vectorSets.get(model);
      return set?.dimension === vector.length ? { aim: set.aim(vector, curve), weight } : [];
    });

  /**
   * Writes the upper bound of the combined score into `bounds`: keyword score and highest possible semantic score.
   * A slot without a vector has its keyword score.
   */
  const scoreBounds = (aims: readonly WeightedAim[]): void => {
    const { size } = table;
    if (bounds.length < size) bounds = new Float64Array(table.numbers.length);
    bounds.fill(-1, 0, size);
    for (const { aim, weight } of aims) aim.raiseBounds(bounds, weight, words);
    for (let slot = 0; slot < size; slot += 1) if (bounds[slot]! < 0) bounds[slot] = words[slot]!;
  };

  /** Offers every slot in scope whose bound reaches the lowest kept score. */
  const offerAll = (best: Best, isInScope: Uint8Array, scoreOf: (slot: number) => number): void => {
    const { size, numbers, places } = table;
    let lowest = best.lowest();
    for (let slot = 0; slot < size; slot += 1) {
      const bound = bounds[slot]!;
      // Most slots are below all kept scores, so this check comes first.
      if (bound < lowest || bound <= 0 || isInScope[places[slot]!] !== 1) continue;
      const score = scoreOf(slot);
      if (score <= 0) continue;
      best.offer(score, numbers[slot]!, slot);
      lowest = best.lowest();
    }
  };

  const bestSlots = ({ vectors, scope, limit }: IndexQuery): Uint32Array => {
    const isInScope = table.filter(scope);
    const aims = aimAll(vectors);
    scoreBounds(aims);
    const best = createBest(limit);
    if (aims.length === 0) {
      offerAll(best, isInScope, (slot) => bounds[slot]!);
      return best.slots();
    }
    const scoreOf = (slot: number): number => {
      let best = -1;
      for (const { aim, weight } of aims) {
        const meaning = aim.scoreOf(slot);
        if (meaning >= 0) best = Math.max(best, weight * meaning + (1 - weight) * words[slot]!);
      }
      return best < 0 ? words[slot]! : best;
    };
    // The most promising first: once their scores are known, few of the others can still be among the best.
    const promising = createBest(limit * 2);
    offerAll(promising, isInScope, (slot) => bounds[slot]!);
    for (const slot of promising.slots()) {
      const score = scoreOf(slot);
      if (score > 0) best.offer(score, table.numbers[slot]!, slot);
      bounds[slot] = -1;
    }
    offerAll(best, isInScope, scoreOf);
    return best.slots();
  };

  return {
    addDocument: table.addDocument,
    addChunk,
    addSegment,
    removeDocument,
    serves: table.serves,
    holds: table.holds,
    documentIds: table.documentIds,
    /** The arrays themselves, not copies: a change of them invalidates what was written. */
    save: (): SavedIndex => {
      const [rows, terms] = [table.save(), keywords.save()];
      const sets = [...vectorSets].map(([model, set]) => ({ model, ...set.save() }));
      return {
        meta: {
          format,
          table: rows.meta,
          keywords: terms.meta,
          sets: sets.map(({ model, meta }) => ({ model, ...meta })),
        } satisfies AgentMeta,
        parts: [...rows.parts, ...terms.parts, ...sets.flatMap(({ parts }) => parts)],
      };
    },
    get version(): number {
      return version;
    },
    search: (query: IndexQuery): Candidates => {
      scoreWords(query.text);
      const slots = [...bestSlots(query)];
      return {
        numbers: slots.map((slot) => table.numbers[slot]!),
        keywordScores: slots.map((slot) => words[slot]!),
      };
    },
    ...storedSearch,
    /** Documents that do not have as many chunks as they should. Their chunks are removed. */
    takeIncomplete: (documentIds?: readonly string[]): string[] => {
      const incomplete = table.incomplete(documentIds);
      for (const document of incomplete) {
        removeDocument(document.id);
        table.addDocument(document);
      }
      return incomplete.map(({ uploadId }) => uploadId);
    },
    /** At most `limit` documents whose words are needed before a search while typing. */
    withoutWords: (limit: number): string[] => documentWords.missing(version, limit),
    addWords: (documents: readonly WordsOfDocument[]): void => documentWords.add(documents),
    snippets: (texts: readonly string[], terms: readonly string[]): SnippetPart[][] => {
      const [termsOf, wanted] = [createTermsOf(languages), new Set(terms)];
      return texts.map((text) => snippetOf(text, termsOf, wanted));
    },
    survey: table.survey,
    get bytes(): number {
      const sets = [...vectorSets.values()].reduce((sum, set) => sum + set.bytes, 0);
      return (
        table.bytes +
        keywords.bytes +
        stored.bytes +
        documentWords.bytes +
        sets +
        words.byteLength +
        bounds.byteLength
      );
    },
  };
};

export type AgentIndex = ReturnType<typeof createAgentIndex>;

export const restoreAgentIndex = (meta: unknown, take: TakePart): AgentIndex => {
  if ((meta as Partial<AgentMeta> | null)?.format !== format) throw new Error('Saved by another version');
  return createAgentIndex({ meta: meta as AgentMeta, take });
};
