import { createBest } from './best.ts';
import { type ChunkScope, scopeFilter } from './chunk-scope.ts';
import { createKeywordIndex } from './keyword-index.ts';
import { keywordScores } from './keyword-scores.ts';
import type { ScoreCurve } from './score-curve.ts';
import { createVectorSet, type VectorSet } from './vector-set.ts';

export interface IndexedDocument {
  id: string;
  groupId: string;
  /** Of which its chunks have vectors. */
  models: string[];
}

export interface Survey {
  chunks: number;
  models: string[];
  documentIds: string[];
}

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
}

export interface IndexQuery {
  terms: readonly string[];
  vectors: readonly QueryVector[];
  /** Weight of meaning against words. */
  rate: number;
  scope: ChunkScope;
  limit: number;
  /** Chunks whose keyword score is wanted whatever it is. */
  alsoNumbers?: readonly number[];
}

export interface Candidates {
  numbers: number[];
  keywordScores: number[];
}

interface DocumentEntry extends IndexedDocument {
  place: number;
  slots: number[];
}

const firstCapacity = 1024;

/** Everything of one agent that searching needs, in memory. Lives in a thread of its own. */
export const createAgentIndex = () => {
  let keywords = createKeywordIndex();
  const vectorSets = new Map<string, VectorSet>();
  const documents = new Map<string, DocumentEntry>();
  const slotOfNumber = new Map<number, number>();
  let size = 0;
  let deadCount = 0;
  let totalTerms = 0;
  let numbers = new Float64Array(firstCapacity);
  let termCounts = new Uint32Array(firstCapacity);
  /** Place of the chunk's document + 1; 0 for a chunk that is gone. */
  let places = new Uint32Array(firstCapacity);
  let lastPlace = 0;

  const grow = (): void => {
    const capacity = numbers.length * 2;
    const grown = [new Float64Array(capacity), new Uint32Array(capacity), new Uint32Array(capacity)] as const;
    grown[0].set(numbers);
    grown[1].set(termCounts);
    grown[2].set(places);
    [numbers, termCounts, places] = grown;
  };

  const addDocument = (document: IndexedDocument): void => {
    if (documents.has(document.id)) return;
    lastPlace += 1;
    documents.set(document.id, { ...document, place: lastPlace, slots: [] });
  };

  const addChunk = (chunk: IndexedChunk): void => {
    const document = documents.get(chunk.documentId);
    if (!document) return;
    if (size === numbers.length) grow();
    const slot = size++;
    numbers[slot] = chunk.number;
    termCounts[slot] = chunk.termCount;
    places[slot] = document.place;
    document.slots.push(slot);
    slotOfNumber.set(chunk.number, slot);
    totalTerms += chunk.termCount;
    keywords.add(slot, chunk.terms);
    for (const { model, vector } of chunk.vectors) {
      const known = vectorSets.get(model);
      const set = known ?? createVectorSet(vector.length);
      if (!known) vectorSets.set(model, set);
      if (set.dimension === vector.length) set.add(slot, vector);
    }
  };

  /** Closes the gaps that removed chunks left. */
  const compact = (): void => {
    const newSlots = new Int32Array(size).fill(-1);
    let kept = 0;
    for (const document of documents.values()) document.slots = [];
    const entries = new Map([...documents.values()].map((document) => [document.place, document]));
    for (let slot = 0; slot < size; slot += 1) {
      const place = places[slot]!;
      if (place === 0) continue;
      newSlots[slot] = kept;
      numbers[kept] = numbers[slot]!;
      termCounts[kept] = termCounts[slot]!;
      places[kept] = place;
      entries.get(place)!.slots.push(kept);
      slotOfNumber.set(numbers[kept]!, kept);
      kept += 1;
    }
    size = kept;
    deadCount = 0;
    if (kept === 0) keywords = createKeywordIndex();
    else keywords.compact(newSlots);
    for (const set of vectorSets.values()) set.compact(newSlots);
  };

  const removeDocument = (id: string): void => {
    const document = documents.get(id);
    if (!document) return;
    documents.delete(id);
    for (const slot of document.slots) {
      places[slot] = 0;
      totalTerms -= termCounts[slot]!;
      slotOfNumber.delete(numbers[slot]!);
    }
    deadCount += document.slots.length;
    if (deadCount > 1000 && deadCount > size / 3) compact();
  };

  const search = (query: IndexQuery): Candidates => {
    const { rate, limit, scope } = query;
    const isInScope = scopeFilter(documents.values(), scope, lastPlace);
    const words = keywordScores(keywords, query.terms, {
      places,
      termCounts,
      size,
      chunkCount: size - deadCount,
      totalTerms,
    });
    const meanings = new Float32Array(rate > 0 ? size : 0);
    if (rate > 0)
      for (const { model, vector, curve } of query.vectors) {
        const set = vectorSets.get(model);
        if (set?.dimension === vector.length) set.scan(vector, curve, meanings);
      }
    const best = createBest(limit);
    const slotPlaces = places;
    for (let slot = 0; slot < size; slot += 1) {
      const score = (rate > 0 ? rate * meanings[slot]! : 0) + (1 - rate) * words[slot]!;
      // Most are worse than all that are kept, and nothing else needs to be looked at.
      if (score > 0 && score >= best.lowest() && isInScope[slotPlaces[slot]!] === 1)
        best.offer(score, numbers[slot]!, slot);
    }
    const also = (query.alsoNumbers ?? []).flatMap((number) => slotOfNumber.get(number) ?? []);
    const slots = [...new Set([...best.slots(), ...also])];
    return {
      numbers: slots.map((slot) => numbers[slot]!),
      keywordScores: slots.map((slot) => words[slot]!),
    };
  };

  return {
    addDocument,
    addChunk,
    removeDocument,
    search,
    /** What a scope holds; the ids only where they are wanted, since there may be many. */
    survey: (scope: ChunkScope, { withIds }: { withIds: boolean }): Survey => {
      const isInScope = scopeFilter(documents.values(), scope, lastPlace);
      const found: Survey = { chunks: 0, models: [], documentIds: [] };
      const models = new Set<string>();
      for (const document of documents.values()) {
        if (isInScope[document.place] === 0) continue;
        found.chunks += document.slots.length;
        for (const model of document.models) models.add(model);
        if (withIds) found.documentIds.push(document.id);
      }
      return { ...found, models: [...models] };
    },
    get bytes(): number {
      const sets = [...vectorSets.values()].reduce((sum, set) => sum + set.bytes, 0);
      return keywords.bytes + sets + numbers.length * 16 + size * 48 + documents.size * 200;
    },
  };
};

export type AgentIndex = ReturnType<typeof createAgentIndex>;
