import { unpackMarkers } from '../../postings/markers.ts';
import { growColumn } from '../grow-column.ts';
import { createNumberMap } from '../number-map.ts';

type MarkerCounts = [term: number, count: number][];

const firstCapacity = 1024;

/** Segments with the same markers share them. About 300 bytes each. */
const createSharedMarkers = () => {
  const numbers = new Map<string, number>();
  const lists: MarkerCounts[] = [];
  return {
    numberOf: (packed: Uint8Array): number => {
      const key = Buffer.from(packed).toString('latin1');
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, lists.length);
      return lists.push(unpackMarkers(packed)) - 1;
    },
    at: (number: number): MarkerCounts => lists[number]!,
    get bytes(): number {
      return lists.length * 300;
    },
  };
};

/**
 * Segments of served documents whose postings are in the database. Their chunks have slots in sequence. In columns by
 * index, from 1: about 40 bytes each.
 */
export const createStoredSegments = () => {
  const sharedMarkers = createSharedMarkers();
  const markerCounts = new Map<number, number>();
  /** Indexes by number of the segment. */
  let indexes = createNumberMap();
  let size = 0;
  /** 0 for a removed one. */
  let numbers = new Float64Array(firstCapacity);
  let firstSlots = new Uint32Array(firstCapacity);
  let chunkCounts = new Uint16Array(firstCapacity);
  let markerNumbers = new Uint32Array(firstCapacity);
  /** The place of its document, and the next segment of the same document. 0: none. */
  let places = new Uint32Array(firstCapacity);
  let nexts = new Uint32Array(firstCapacity);
  /** By place: the newest segment of the document. */
  let newest = new Uint32Array(firstCapacity);

  const count = (markers: MarkerCounts, sign: 1 | -1): void => {
    for (const [term, chunks] of markers)
      markerCounts.set(term, (markerCounts.get(term) ?? 0) + sign * chunks);
  };

  const reserve = (index: number, place: number): void => {
    if (place >= newest.length) newest = growColumn(newest, place + 1);
    if (index < numbers.length) return;
    numbers = growColumn(numbers, index + 1);
    firstSlots = growColumn(firstSlots, index + 1);
    chunkCounts = growColumn(chunkCounts, index + 1);
    markerNumbers = growColumn(markerNumbers, index + 1);
    places = growColumn(places, index + 1);
    nexts = growColumn(nexts, index + 1);
  };

  /** Makes it the newest segment of its document. */
  const link = (index: number): void => {
    const place = places[index]!;
    nexts[index] = newest[place]!;
    newest[place] = index;
    indexes.set(numbers[index]!, index);
  };

  return {
    get isEmpty(): boolean {
      return indexes.size === 0;
    },
    /** The first slot of a segment. Undefined if it is not here. */
    firstSlotOf: (number: number): number | undefined => {
      const index = indexes.get(number);
      return index === undefined ? undefined : firstSlots[index];
    },
    /** @param place of the document */
    add: (
      place: number,
      { number, markers }: { number: number; markers: Uint8Array },
      slots: readonly number[],
    ): void => {
      size += 1;
      reserve(size, place);
      numbers[size] = number;
      firstSlots[size] = slots[0]!;
      chunkCounts[size] = slots.length;
      markerNumbers[size] = sharedMarkers.numberOf(markers);
      places[size] = place;
      count(sharedMarkers.at(markerNumbers[size]!), 1);
      link(size);
    },
    removeDocument: (place: number): void => {
      for (let index = newest[place] ?? 0; index !== 0; index = nexts[index]!) {
        indexes.delete(numbers[index]!);
        count(sharedMarkers.at(markerNumbers[index]!), -1);
        numbers[index] = 0;
      }
      if (place < newest.length) newest[place] = 0;
    },
    /** Removes the gaps of removed segments. `newSlots` has the new slot of each slot. */
    compact: (newSlots: Int32Array): void => {
      indexes = createNumberMap();
      newest.fill(0);
      let kept = 0;
      for (let index = 1; index <= size; index += 1) {
        if (numbers[index] === 0) continue;
        kept += 1;
        numbers[kept] = numbers[index]!;
        firstSlots[kept] = newSlots[firstSlots[index]!]!;
        chunkCounts[kept] = chunkCounts[index]!;
        markerNumbers[kept] = markerNumbers[index]!;
        places[kept] = places[index]!;
        link(kept);
      }
      size = kept;
    },
    /** The number of chunks that the document at a place has in its segments. */
    chunksOf: (place: number): number => {
      let sum = 0;
      for (let index = newest[place] ?? 0; index !== 0; index = nexts[index]!) sum += chunkCounts[index]!;
      return sum;
    },
    /** How many of their chunks have this marker. */
    chunksWith: (marker: number): number => markerCounts.get(marker) ?? 0,
    get bytes(): number {
      const columns = [numbers, firstSlots, chunkCounts, markerNumbers, places, nexts, newest];
      return (
        columns.reduce((sum, { byteLength }) => sum + byteLength, 0) + indexes.bytes + sharedMarkers.bytes
      );
    },
  };
};

export type StoredSegments = ReturnType<typeof createStoredSegments>;
