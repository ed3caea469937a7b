import { bytesOf, type SavedIndex, type TakePart } from '../index-file.ts';
import { type ScoreCurve, scoreAt } from '../score-curve.ts';
import { createByteCodes } from './byte-codes.ts';
import { createSignCodes, type Estimates } from './sign-codes.ts';

/** Up to this number of vectors each is compared directly, which takes less than a millisecond. */
const boundedAbove = 4096;
const sampledRows = 256;
/**
 * Standard deviations of the estimates. Of the candidates at the edge of the best 200, one in four thousand is
 * missed. The very best are far from that edge and never missed.
 */
const deviations = 3.5;

/** A query against the vectors of one model. */
export interface Aim {
  /** Raises `bounds`, by slot, to the highest possible score together with the keyword scores. */
  raiseBounds(bounds: Float64Array, weight: number, keywordScores: Float64Array): void;
  /** -1 for a slot without a vector. */
  scoreOf(slot: number): number;
}

interface VectorSetMeta {
  dimension: number;
  size: number;
}

/** The vectors of one embedding model: their signs select candidates, their bytes give the score. */
export const createVectorSet = (dimension: number, saved?: { meta: VectorSetMeta; take: TakePart }) => {
  const signs = createSignCodes(dimension);
  const bytes = createByteCodes(dimension);
  let size = 0;
  let slots = new Uint32Array(0);
  /** By slot. -1 for a slot without a vector. */
  let rows = new Int32Array(0);

  const place = (slot: number, row: number): void => {
    if (row >= slots.length) {
      const grown = new Uint32Array(Math.max(1024, row * 2));
      grown.set(slots);
      slots = grown;
    }
    if (slot >= rows.length) {
      const grown = new Int32Array(Math.max(1024, slot * 2)).fill(-1);
      grown.set(rows);
      rows = grown;
    }
    slots[row] = slot;
    rows[slot] = row;
  };

  if (saved) {
    const savedSlots = new Uint32Array(saved.meta.size);
    saved.take(bytesOf(savedSlots));
    signs.restore(savedSlots.length, saved.take);
    bytes.restore(savedSlots.length, saved.take);
    for (const slot of savedSlots) place(slot, size++);
  }

  /** Margin by which an estimate may be too low, measured on a sample of vectors, for any model and query. */
  const marginOf = ({ sums, factor, rowFactors }: Estimates): number => {
    const step = Math.max(1, Math.floor(size / sampledRows));
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let row = 0; row < size; row += step) {
      const short = bytes.cosineOf(row) - sums[row]! * factor * rowFactors[row]!;
      count += 1;
      sum += short;
      squares += short * short;
    }
    const mean = sum / count;
    return mean + deviations * Math.sqrt(Math.max(0, squares / count - mean * mean));
  };

  const raiseByEstimates = (
    query: Float32Array,
    curve: ScoreCurve,
    ...[bounds, weight, keywordScores]: Parameters<Aim['raiseBounds']>
  ): void => {
    const estimates = signs.estimate(query, size);
    const margin = marginOf(estimates);
    const { sums, factor, rowFactors } = estimates;
    const rowSlots = slots;
    for (let row = 0; row < size; row += 1) {
      const slot = rowSlots[row]!;
      const meaning = scoreAt(curve, sums[row]! * factor * rowFactors[row]! + margin);
      const bound = weight * meaning + (1 - weight) * keywordScores[slot]!;
      if (bound > bounds[slot]!) bounds[slot] = bound;
    }
  };

  const raiseByBytes = (
    curve: ScoreCurve,
    ...[bounds, weight, keywordScores]: Parameters<Aim['raiseBounds']>
  ): void => {
    for (let row = 0; row < size; row += 1) {
      const slot = slots[row]!;
      const score = weight * scoreAt(curve, bytes.cosineOf(row)) + (1 - weight) * keywordScores[slot]!;
      if (score > bounds[slot]!) bounds[slot] = score;
    }
  };

  return {
    dimension,
    add: (slot: number, vector: Float32Array): void => {
      const row = size++;
      place(slot, row);
      signs.put(row, vector);
      bytes.put(row, vector);
    },
    aim: (query: Float32Array, curve: ScoreCurve): Aim => {
      bytes.aim(query);
      return {
        raiseBounds: (...target) =>
          size > boundedAbove ? raiseByEstimates(query, curve, ...target) : raiseByBytes(curve, ...target),
        scoreOf: (slot) => {
          const row = rows[slot] ?? -1;
          return row < 0 ? -1 : scoreAt(curve, bytes.cosineOf(row));
        },
      };
    },
    compact: (newSlots: Int32Array): void => {
      rows.fill(-1);
      let kept = 0;
      for (let row = 0; row < size; row += 1) {
        const slot = newSlots[slots[row]!]!;
        if (slot < 0) continue;
        if (kept !== row) {
          signs.move(row, kept);
          bytes.move(row, kept);
        }
        place(slot, kept);
        kept += 1;
      }
      size = kept;
    },
    save: (): SavedIndex & { meta: VectorSetMeta } => ({
      meta: { dimension, size },
      parts: [bytesOf(slots, size), ...signs.save(size), ...bytes.save(size)],
    }),
    get bytes(): number {
      return signs.bytes + bytes.bytes + slots.byteLength + rows.byteLength;
    },
  };
};

export type VectorSet = ReturnType<typeof createVectorSet>;
