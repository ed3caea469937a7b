import { halfSaturation } from '../keywords/index.ts';
import { type ChunkScope, isEverything } from './chunk-scope.ts';
import { createDocumentTable, type IndexedDocument } from './document-table.ts';
import { growColumn } from './grow-column.ts';
import { bytesOf, type SavedIndex, type TakePart } from './index-file.ts';
import { createNumberMap, type NumberMap } from './number-map.ts';
import { passesFilter } from './scope-filter.ts';

export interface Survey {
  chunks: number;
  models: string[];
  documentIds: string[];
}

interface TableMeta {
  size: number;
  lastPlace: number;
  documents: (IndexedDocument & { place: number })[];
}

const firstCapacity = 1024;
/** In lists of slots. */
const none = 0xffffffff;

export type ChunkTable = ReturnType<typeof createChunkTable>;

/** The chunks of one agent by slot, and their documents by place. */
export const createChunkTable = (saved?: { meta: TableMeta; take: TakePart }) => {
  const documents = createDocumentTable();
  /** By place: a list of the document's slots, which continues in `nextSlots`. */
  let firstSlots = new Uint32Array(firstCapacity).fill(none);
  let lastSlots = new Uint32Array(firstCapacity);
  let slotCounts = new Uint32Array(firstCapacity);
  let everyPlace = new Uint8Array(firstCapacity).fill(1, 1);
  let size = 0;
  let deadCount = 0;
  let totalTerms = 0;
  let numbers = new Float64Array(firstCapacity);
  let termCounts = new Uint32Array(firstCapacity);
  /** Place of the chunk's document, from 1. 0 for a removed chunk. */
  let places = new Uint32Array(firstCapacity);
  let nextSlots = new Uint32Array(firstCapacity);
  let halfSaturations = new Float64Array(0);
  let areSaturationsStale = true;
  /** Created on first use. */
  let slotsByNumber: NumberMap | undefined;

  const clearSlots = (place: number): void => {
    firstSlots[place] = none;
    slotCounts[place] = 0;
  };

  const reservePlace = (place: number): void => {
    if (place >= firstSlots.length) {
      firstSlots = growColumn(firstSlots, place + 1);
      lastSlots = growColumn(lastSlots, place + 1);
      slotCounts = growColumn(slotCounts, place + 1);
      everyPlace = new Uint8Array(firstSlots.length).fill(1, 1);
    }
    clearSlots(place);
  };

  const appendSlot = (place: number, slot: number): void => {
    nextSlots[slot] = none;
    if (firstSlots[place] === none) firstSlots[place] = slot;
    else nextSlots[lastSlots[place]!] = slot;
    lastSlots[place] = slot;
    slotCounts[place] = slotCounts[place]! + 1;
  };

  const addDocument = (document: IndexedDocument): void => {
    const place = documents.add(document);
    if (place !== 0) reservePlace(place);
  };

  const reserveSlot = (): void => {
    if (size < numbers.length) return;
    numbers = growColumn(numbers, size + 1);
    termCounts = growColumn(termCounts, size + 1);
    places = growColumn(places, size + 1);
    nextSlots = growColumn(nextSlots, size + 1);
  };

  /** The slot of the chunk. Undefined if its document is not in the table. */
  const addChunk = (chunk: { number: number; documentId: string; termCount: number }): number | undefined => {
    const place = documents.placeOf(chunk.documentId);
    if (place === 0) return undefined;
    reserveSlot();
    const slot = size++;
    numbers[slot] = chunk.number;
    termCounts[slot] = chunk.termCount;
    places[slot] = place;
    appendSlot(place, slot);
    slotsByNumber?.set(chunk.number, slot);
    totalTerms += chunk.termCount;
    areSaturationsStale = true;
    return slot;
  };

  /** Removes the gaps of removed chunks. Returns the new slot of each slot, -1 for removed ones. */
  const compact = (): Int32Array => {
    const newSlots = new Int32Array(size).fill(-1);
    for (let place = 1; place <= documents.lastPlace; place += 1) clearSlots(place);
    let kept = 0;
    for (let slot = 0; slot < size; slot += 1) {
      const place = places[slot]!;
      if (place === 0) continue;
      newSlots[slot] = kept;
      numbers[kept] = numbers[slot]!;
      termCounts[kept] = termCounts[slot]!;
      places[kept] = place;
      appendSlot(place, kept);
      kept += 1;
    }
    size = kept;
    deadCount = 0;
    slotsByNumber = undefined;
    areSaturationsStale = true;
    return newSlots;
  };

  const removeDocument = (id: string): void => {
    const place = documents.remove(id);
    if (place === 0) return;
    for (let slot = firstSlots[place]!; slot !== none; slot = nextSlots[slot]!) {
      places[slot] = 0;
      totalTerms -= termCounts[slot]!;
      slotsByNumber?.delete(numbers[slot]!);
    }
    deadCount += slotCounts[place]!;
    clearSlots(place);
    areSaturationsStale = true;
  };

  const placesOfLists = ({ groupIds, dataIds }: ChunkScope): Uint8Array => {
    if (groupIds === undefined && dataIds === undefined)
      return new Uint8Array(documents.lastPlace + 1).fill(1, 1);
    const found = documents.inGroups(groupIds ?? []);
    for (const id of dataIds ?? []) found[documents.placeOf(id)] = 1;
    found[0] = 0;
    return found;
  };

  /** By place of a document: 1 if it is in scope. If both lists are given, their union is searched. */
  const filter = (scope: ChunkScope): Uint8Array => {
    if (isEverything(scope)) return everyPlace;
    const found = placesOfLists(scope);
    if (scope.filter)
      for (let place = 1; place < found.length; place += 1)
        if (found[place] === 1 && !passesFilter(documents.filterAt(place), scope.filter)) found[place] = 0;
    return found;
  };

  const slotOf = (number: number): number | undefined => {
    if (!slotsByNumber) {
      slotsByNumber = createNumberMap();
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
    nextSlots = new Uint32Array(capacity);
    take(bytesOf(numbers, size));
    take(bytesOf(termCounts, size));
    take(bytesOf(places, size));
    for (const { place, ...document } of meta.documents) {
      documents.put(document, place);
      reservePlace(place);
    }
    documents.findFree();
    for (let slot = 0; slot < size; slot += 1) {
      const place = places[slot]!;
      if (!documents.has(place)) {
        places[slot] = 0;
        deadCount += 1;
        continue;
      }
      appendSlot(place, slot);
      totalTerms += termCounts[slot]!;
    }
  };
  if (saved) restore(saved);

  const eachPlace = function* (): Generator<number> {
    for (let place = 1; place <= documents.lastPlace; place += 1) if (documents.has(place)) yield place;
  };

  return {
    addDocument,
    addChunk,
    removeDocument,
    compact,
    filter,
    slotOf,
    /** Whether the document is in the table exactly as served. */
    holds: (document: IndexedDocument): boolean => {
      const place = documents.placeOf(document.id);
      if (place === 0) return false;
      const known = documents.documentAt(place);
      return (
        known.uploadId === document.uploadId &&
        known.groupId === document.groupId &&
        slotCounts[place] === document.chunkCount &&
        known.termsVersion === document.termsVersion &&
        known.contentVersion === document.contentVersion &&
        known.models.join('\n') === document.models.join('\n') &&
        JSON.stringify([known.tags, known.attributes]) ===
          JSON.stringify([document.tags, document.attributes])
      );
    },
    /** Those of these documents, or of all, that do not have as many chunks as they should. */
    incomplete: (ids?: readonly string[]): IndexedDocument[] => {
      const found: IndexedDocument[] = [];
      for (const place of ids?.map(documents.placeOf) ?? eachPlace())
        if (documents.has(place) && slotCounts[place] !== documents.chunkCountAt(place))
          found.push(documents.documentAt(place));
      return found;
    },
    documentIds: function* (): Generator<string> {
      for (const place of eachPlace()) yield documents.idAt(place);
    },
    /** Places of documents, from 1 to `lastPlace`. Removed documents leave gaps. */
    eachPlace,
    idAt: documents.idAt,
    filterAt: documents.filterAt,
    /** Undefined for a document without chunks. */
    firstSlotAt: (place: number): number | undefined =>
      firstSlots[place] === none ? undefined : firstSlots[place],
    chunksOf: (documentId: string): number => slotCounts[documents.placeOf(documentId)]!,
    /** 0 if it is not in the table. */
    placeOf: documents.placeOf,
    get lastPlace(): number {
      return documents.lastPlace;
    },
    save: (): SavedIndex & { meta: TableMeta } => ({
      meta: {
        size,
        lastPlace: documents.lastPlace,
        documents: Array.from(eachPlace(), (place) => ({ ...documents.documentAt(place), place })),
      },
      parts: [bytesOf(numbers, size), bytesOf(termCounts, size), bytesOf(places, size)],
    }),
    serves: documents.serves,
    /** The contents of a scope. Ids only on request, because there may be many. */
    survey: (scope: ChunkScope, { withIds }: { withIds: boolean }): Survey => {
      const isInScope = filter(scope);
      const found: Survey = { chunks: 0, models: documents.modelsOf(isInScope), documentIds: [] };
      for (const place of eachPlace()) {
        if (isInScope[place] === 0) continue;
        found.chunks += slotCounts[place]!;
        if (withIds) found.documentIds.push(documents.idAt(place));
      }
      return found;
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
    /** Place of each slot's document. 0 for a removed chunk. */
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
      const columns = [
        numbers,
        termCounts,
        places,
        nextSlots,
        halfSaturations,
        firstSlots,
        lastSlots,
        slotCounts,
      ];
      return (
        columns.reduce((sum, { byteLength }) => sum + byteLength, 0) +
        everyPlace.byteLength +
        documents.bytes +
        (slotsByNumber?.bytes ?? 0)
      );
    },
  };
};
