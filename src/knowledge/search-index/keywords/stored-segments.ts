import { unpackMarkers } from '../../postings/markers.ts';

type MarkerCounts = [term: number, count: number][];

interface OwnSegment {
  number: number;
  markers: MarkerCounts;
  chunkCount: number;
}

/** Segments of served documents whose postings are in the database, by number. Their chunks have slots in sequence. */
export const createStoredSegments = () => {
  /** The first slot of each segment. */
  const firstSlots = new Map<number, number>();
  const byDocument = new Map<string, OwnSegment[]>();
  const markerCounts = new Map<number, number>();
  /** Most segments have the same ones. */
  const shared = new Map<string, MarkerCounts>();

  const share = (packed: Uint8Array): MarkerCounts => {
    const key = Buffer.from(packed).toString('latin1');
    const known = shared.get(key) ?? unpackMarkers(packed);
    shared.set(key, known);
    return known;
  };

  const count = (markers: MarkerCounts, sign: 1 | -1): void => {
    for (const [term, chunks] of markers)
      markerCounts.set(term, (markerCounts.get(term) ?? 0) + sign * chunks);
  };

  return {
    firstSlots: firstSlots as ReadonlyMap<number, number>,
    get isEmpty(): boolean {
      return firstSlots.size === 0;
    },
    add: (
      documentId: string,
      { number, markers }: { number: number; markers: Uint8Array },
      slots: readonly number[],
    ): void => {
      const own = { number, markers: share(markers), chunkCount: slots.length };
      firstSlots.set(number, slots[0]!);
      count(own.markers, 1);
      const known = byDocument.get(documentId);
      if (known) known.push(own);
      else byDocument.set(documentId, [own]);
    },
    removeDocument: (documentId: string): void => {
      for (const { number, markers } of byDocument.get(documentId) ?? []) {
        firstSlots.delete(number);
        count(markers, -1);
      }
      byDocument.delete(documentId);
    },
    /** `newSlots` has the new slot of each slot. */
    compact: (newSlots: Int32Array): void => {
      for (const [number, slot] of firstSlots) firstSlots.set(number, newSlots[slot]!);
    },
    /** The number of chunks of a document in its segments. */
    chunksOf: (documentId: string): number =>
      (byDocument.get(documentId) ?? []).reduce((sum, { chunkCount }) => sum + chunkCount, 0),
    /** How many of their chunks have this marker. */
    chunksWith: (marker: number): number => markerCounts.get(marker) ?? 0,
    get bytes(): number {
      return firstSlots.size * 150;
    },
  };
};

export type StoredSegments = ReturnType<typeof createStoredSegments>;
