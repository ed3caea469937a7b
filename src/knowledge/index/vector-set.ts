import { createDotProducts, type DotProducts } from './dot-products.ts';
import { type ScoreCurve, scoreAt } from './score-curve.ts';

const pageBytes = 65_536;
/** WebAssembly's own limit: 4 GiB, eleven million vectors of 384 bytes. */
const maxPages = 65_536;
const headRoomRows = 1024;
/** 13 bits for the query: what is lost is lost in the vectors' bytes alone. */
const querySteps = 4095;

/**
 * The vectors of one embedding model as one signed byte per dimension, each with its scale. Cosines from it are
 * within some thousandths of the truth: enough to tell candidates, which are then compared exactly.
 */
export const createVectorSet = (dimension: number) => {
  const stride = Math.ceil(dimension / 32) * 32;
  const queryBytes = stride * 2;
  let memory: WebAssembly.Memory | undefined;
  let dots: DotProducts | undefined;
  let capacity = 0;
  let size = 0;
  let scales = new Float32Array(0);
  let slots = new Uint32Array(0);

  const layoutBytes = (rows: number): number => queryBytes + rows * (stride + 4);

  const grow = (rows: number): void => {
    capacity = Math.max(rows, Math.ceil(capacity * 1.5), headRoomRows);
    const pages = Math.ceil(layoutBytes(capacity) / pageBytes);
    if (memory) memory.grow(pages - memory.buffer.byteLength / pageBytes);
    else {
      memory = new WebAssembly.Memory({ initial: pages, maximum: maxPages });
      dots = createDotProducts(memory);
    }
    const grownScales = new Float32Array(capacity);
    grownScales.set(scales);
    scales = grownScales;
    const grownSlots = new Uint32Array(capacity);
    grownSlots.set(slots);
    slots = grownSlots;
  };

  const add = (slot: number, vector: Float32Array): void => {
    if (size === capacity) grow(size + 1);
    const codes = new Int8Array(memory!.buffer, queryBytes + size * stride, dimension);
    let largest = 0;
    for (let at = 0; at < dimension; at += 1) largest = Math.max(largest, Math.abs(vector[at]!));
    const factor = largest === 0 ? 0 : 127 / largest;
    for (let at = 0; at < dimension; at += 1) codes[at] = Math.round(vector[at]! * factor);
    scales[size] = largest / 127;
    slots[size] = slot;
    size += 1;
  };

  /** Writes about the score of every vector into `scores`, by slot; `curve` turns a cosine into a score. */
  const scan = (query: Float32Array, curve: ScoreCurve, scores: Float32Array): void => {
    if (size === 0) return;
    const codes = new Int16Array(memory!.buffer, 0, stride);
    codes.fill(0);
    for (let at = 0; at < dimension; at += 1) codes[at] = Math.round(query[at]! * querySteps);
    const outAt = queryBytes + capacity * stride;
    dots!(0, queryBytes, queryBytes + size * stride, stride, outAt);
    const products = new Int32Array(memory!.buffer, outAt, size);
    for (let row = 0; row < size; row += 1) {
      const score = scoreAt(curve, (products[row]! * scales[row]!) / querySteps);
      const slot = slots[row]!;
      if (score > scores[slot]!) scores[slot] = score;
    }
  };

  const compact = (newSlots: Int32Array): void => {
    const codes = new Int8Array(memory?.buffer ?? new ArrayBuffer(0));
    let kept = 0;
    for (let row = 0; row < size; row += 1) {
      const slot = newSlots[slots[row]!]!;
      if (slot < 0) continue;
      const from = queryBytes + row * stride;
      if (kept !== row) codes.copyWithin(queryBytes + kept * stride, from, from + stride);
      scales[kept] = scales[row]!;
      slots[kept] = slot;
      kept += 1;
    }
    size = kept;
  };

  return {
    dimension,
    add,
    scan,
    compact,
    get bytes(): number {
      return (memory?.buffer.byteLength ?? 0) + capacity * 8;
    },
  };
};

export type VectorSet = ReturnType<typeof createVectorSet>;
