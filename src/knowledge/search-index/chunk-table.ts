import { halfSaturation } from '../keywords/index.ts';
import { type ChunkScope, isEverything } from './chunk-scope.ts';
import { bytesOf, type SavedIndex, type TakePart } from './index-file.ts';
import { type FilteredDocument, passesFilter } from './scope-filter.ts';

export interface IndexedDocument extends FilteredDocument {
  id: string;
  groupId: string;
  /** The served upload and its number of chunks. */
  uploadId: string;
  chunkCount: number;
  /** Models whose vectors its chunks have. */
  models: string[];
  /** Version of the analysis that made their terms. */
  termsVersion: number;
  /** Increases with every edit of its chunks. */
  contentVersion: number;
}

export interface Survey {
  chunks: number;
  models: string[];
  documentIds: string[];
}

export interface DocumentEntry extends IndexedDocument {
  place: number;
  slots: number[];
}

interface TableMeta {
  size: number;
  lastPlace: number;
  documents: (IndexedDocument & { place: number })[];
}

const firstCapacity = 1024;
/** As measured with a million chunks. */
const bytesPerDocument = 900;
const bytesPerSlot = 60;

/** Most documents have none of them, and an empty list or object takes as much memory as a short one. */
const noTags: readonly string[] = [];
const noAttributes: FilteredDocument['attributes'] = {};

const enlarged = <Column extends Float64Array | Uint32Array | Uint8Array>(column: Column, length: number) => {
  const grown = new (column.constructor as new (length: number) => Column)(length);
  grown.set(column);
  return grown;
};

export type ChunkTable = ReturnType<typeof createChunkTable>;

/** The chunks of one agent by slot, and their documents by place. */
export const createChunkTable = (saved?: { meta: TableMeta; take: TakePart }) => {
  const documents = new Map<string, DocumentEntry>();
  /** By place. */
  const entries: (DocumentEntry | undefined)[] = [];
  const groups = new Map<string, number>();
  /** Most documents have the same models. */
  const modelLists = new Map<string, string[]>();
  /** By place. */
  let groupNumbers = new Uint32Array(firstCapacity);
  let everyPlace = new Uint8Array(firstCapacity).fill(1, 1);
  let lastPlace = 0;
  let size = 0;
  let deadCount = 0;
  let totalTerms = 0;
  let numbers = new Float64Array(firstCapacity);
  let termCounts = new Uint32Array(firstCapacity);
  /** Place of the chunk's document, from 1. 0 for a removed chunk. */
  let places = new Uint32Array(firstCapacity);
  let halfSaturations = new Float64Array(0);
  let areSaturationsStale = true;
  /** Created on first use. */
  let slotsByNumber: Map<number, number> | undefined;

  const groupNumber = (groupId: string): number => {
    const number = groups.get(groupId) ?? groups.size + 1;
    groups.set(groupId, number);
    return number;
  };

  const shareModels = (models: string[]): string[] => {
    const key = models.join('\n');
    const known = modelLists.get(key) ?? models;
    modelLists.set(key, known);
    return known;
  };

  const putDocument = (document: IndexedDocument, place: number): DocumentEntry => {
    lastPlace = Math.max(lastPlace, place);
    if (lastPlace >= groupNumbers.length) {
      groupNumbers = enlarged(groupNumbers, lastPlace * 2);
      everyPlace = new Uint8Array(lastPlace * 2).fill(1, 1);
    }
    groupNumbers[place] = groupNumber(document.groupId);
    const entry = {
      ...document,
      models: shareModels(document.models),
      tags: document.tags.length === 0 ? noTags : document.tags,
      attributes: Object.keys(document.attributes).length === 0 ? noAttributes : document.attributes,
      place,
      slots: [],
    };
    documents.set(document.id, entry);
    entries[place] = entry;
    return entry;
  };

  const addDocument = (document: IndexedDocument): void => {
    if (!documents.has(document.id)) putDocument(document, lastPlace + 1);
  };

  /** The slot of the chunk. Undefined if its document is not in the table. */
  const addChunk = (chunk: { number: number; documentId: string; termCount: number }): number | undefined => {
    const document = documents.get(chunk.documentId);
    if (!document) return undefined;
    if (size === numbers.length) {
      numbers = enlarged(numbers, size * 2);
      termCounts = enlarged(termCounts, size * 2);
      places = enlarged(places, size * 2);
    }
    const slot = size++;
    numbers[slot] = chunk.number;
    termCounts[slot] = chunk.termCount;
    places[slot] = document.place;
    document.slots.push(slot);
    slotsByNumber?.set(chunk.number, slot);
    totalTerms += chunk.termCount;
    areSaturationsStale = true;
    return slot;
  };

  /** Removes the gaps of removed chunks. Returns the new slot of each slot, -1 for removed ones. */
  const compact = (): Int32Array => {
    const newSlots = new Int32Array(size).fill(-1);
    for (const document of documents.values()) document.slots = [];
    let kept = 0;
    for (let slot = 0; slot < size; slot += 1) {
      const place = places[slot]!;
      if (place === 0) continue;
      newSlots[slot] = kept;
      numbers[kept] = numbers[slot]!;
      termCounts[kept] = termCounts[slot]!;
      places[kept] = place;
      entries[place]!.slots.push(kept);
      kept += 1;
    }
    size = kept;
    deadCount = 0;
    slotsByNumber = undefined;
    areSaturationsStale = true;
    return newSlots;
  };

  const removeDocument = (id: string): void => {
    const document = documents.get(id);
    if (!document) return;
    documents.delete(id);
    entries[document.place] = undefined;
    for (const slot of document.slots) {
      places[slot] = 0;
      totalTerms -= termCounts[slot]!;
      slotsByNumber?.delete(numbers[slot]!);
    }
    deadCount += document.slots.length;
    areSaturationsStale = true;
  };

  const placesOfLists = ({ groupIds, dataIds }: ChunkScope): Uint8Array => {
    const places = new Uint8Array(lastPlace + 1);
    if (groupIds === undefined && dataIds === undefined) return places.fill(1, 1);
    const wanted = new Uint8Array(groups.size + 1);
    for (const id of groupIds ?? []) wanted[groups.get(id) ?? 0] = 1;
    wanted[0] = 0;
    for (let place = 1; place <= lastPlace; place += 1) places[place] = wanted[groupNumbers[place]!]!;
    for (const id of dataIds ?? []) places[documents.get(id)?.place ?? 0] = 1;
    places[0] = 0;
    return places;
  };

  /** By place of a document: 1 if it is in scope. If both lists are given, their union is searched. */
  const filter = (scope: ChunkScope): Uint8Array => {
    if (isEverything(scope)) return everyPlace;
    const places = placesOfLists(scope);
    if (scope.filter)
      for (const document of documents.values())
        if (places[document.place] === 1 && !passesFilter(document, scope.filter)) places[document.place] = 0;
    return places;
  };

  const slotOf = (number: number): number | undefined => {
    if (!slotsByNumber) {
      slotsByNumber = new Map();
      for (let slot = 0; slot < size; slot += 1)
        if (places[slot] !== 0) slotsByNumber.set(numbers[slot]!, slot);
    }
    return slotsByNumber.get(number);
  };

  const restore = ({ meta, take }: { meta: TableMeta; take: TakePart }): void => {
    size = meta.size;
    const capacity = Math.max(firstCapacity, size);
    numbers = new Float64Array(capacity);
    termCounts = new Uint32Array(capacity);
    places = new Uint32Array(capacity);
    take(bytesOf(numbers, size));
    take(bytesOf(termCounts, size));
    take(bytesOf(places, size));
    lastPlace = meta.lastPlace;
    for (const { place, ...document } of meta.documents) putDocument(document, place);
    for (let slot = 0; slot < size; slot += 1) {
      const entry = entries[places[slot]!];
      if (!entry) {
        places[slot] = 0;
        deadCount += 1;
        continue;
      }
      entry.slots.push(slot);
      totalTerms += termCounts[slot]!;
    }
  };
  if (saved) restore(saved);

  return {
    addDocument,
    addChunk,
    removeDocument,
    compact,
    filter,
    slotOf,
    /** Whether the document is in the table exactly as served. */
    holds: (document: IndexedDocument): boolean => {
      const known = documents.get(document.id);
      return (
        known?.uploadId === document.uploadId &&
        known.groupId === document.groupId &&
        known.slots.length === document.chunkCount &&
        known.termsVersion === document.termsVersion &&
        known.contentVersion === document.contentVersion &&
        known.models.join('\n') === document.models.join('\n') &&
        JSON.stringify([known.tags, known.attributes]) ===
          JSON.stringify([document.tags, document.attributes])
      );
    },
    /** Those of these documents, or of all, that do not have as many chunks as they should. */
    incomplete: (ids: Iterable<string> = documents.keys()): IndexedDocument[] =>
      [...ids].flatMap((id) => {
        const entry = documents.get(id);
        if (!entry || entry.slots.length === entry.chunkCount) return [];
        const { place: _place, slots: _slots, ...document } = entry;
        return document;
      }),
    documentIds: (): Iterable<string> => documents.keys(),
    all: (): Iterable<Readonly<DocumentEntry>> => documents.values(),
    /** The document at a place, from 1 to `lastPlace`. Undefined if it was removed. */
    documentAt: (place: number): Readonly<DocumentEntry> | undefined => entries[place],
    chunksOf: (documentId: string): number => documents.get(documentId)?.slots.length ?? 0,
    placeOf: (documentId: string): number | undefined => documents.get(documentId)?.place,
    get lastPlace(): number {
      return lastPlace;
    },
    save: (): SavedIndex & { meta: TableMeta } => ({
      meta: {
        size,
        lastPlace,
        documents: [...documents.values()].map(({ slots: _slots, ...document }) => document),
      },
      parts: [bytesOf(numbers, size), bytesOf(termCounts, size), bytesOf(places, size)],
    }),
    serves: (documentId: string, uploadId: string): boolean =>
      documents.get(documentId)?.uploadId === uploadId,
    /** The contents of a scope. Ids only on request, because there may be many. */
    survey: (scope: ChunkScope, { withIds }: { withIds: boolean }): Survey => {
      const isInScope = filter(scope);
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
    get size(): number {
      return size;
    },
    get chunkCount(): number {
      return size - deadCount;
    },
    get numbers(): Float64Array {
      return numbers;
    },
    get places(): Uint32Array {
      return places;
    },
    /** By slot. They depend on the average length, so every added or removed chunk changes them. */
    get halfSaturations(): Float64Array {
      if (areSaturationsStale) {
        if (halfSaturations.length < size) halfSaturations = new Float64Array(numbers.length);
        const averageLength = totalTerms / Math.max(1, size - deadCount);
        for (let slot = 0; slot < size; slot += 1)
          halfSaturations[slot] = halfSaturation(termCounts[slot]!, averageLength);
        areSaturationsStale = false;
      }
      return halfSaturations;
    },
    get bytes(): number {
      const bySlot = slotsByNumber ? size * bytesPerSlot : 0;
      return numbers.length * 24 + size * 16 + bySlot + documents.size * bytesPerDocument;
    },
  };
};
