import { bytesOf, type TakePart } from '../index-file.ts';
import { createDotProducts } from './dot-products.ts';
import type { Kernel } from './wasm-code.ts';

const pageBytes = 65_536;
/** Limit of WebAssembly: 4 GiB, eleven million vectors of 384 bytes. */
const maxPages = 65_536;
const headRoomRows = 1024;
/** 13 bits for the query, so that precision is lost only in the bytes of the vectors. */
const querySteps = 4095;

/**
 * Vectors as one signed byte per dimension, each with its scale. Their cosines are exact to some thousandths:
 * enough to select candidates, which are then compared exactly.
 */
export const createByteCodes = (dimension: number) => {
  const stride = Math.ceil(dimension / 32) * 32;
  const queryBytes = stride * 2;
  let memory: WebAssembly.Memory | undefined;
  let dots: Kernel | undefined;
  let codes = new Int8Array(0);
  let products = new Int32Array(0);
  let scales = new Float32Array(0);
  let capacity = 0;

  const outAt = (): number => queryBytes + capacity * stride;

  const grow = (rows: number): void => {
    capacity = Math.max(rows, Math.ceil(capacity * 1.5), headRoomRows);
    const pages = Math.ceil((outAt() + capacity * 4) / pageBytes);
    if (memory) memory.grow(pages - memory.buffer.byteLength / pageBytes);
    else {
      memory = new WebAssembly.Memory({ initial: pages, maximum: maxPages });
      dots = createDotProducts(memory);
    }
    codes = new Int8Array(memory.buffer);
    products = new Int32Array(memory.buffer, outAt(), capacity);
    const grown = new Float32Array(capacity);
    grown.set(scales);
    scales = grown;
  };

  const put = (row: number, vector: Float32Array): void => {
    if (row >= capacity) grow(row + 1);
    const start = queryBytes + row * stride;
    let largest = 0;
    for (let at = 0; at < dimension; at += 1) largest = Math.max(largest, Math.abs(vector[at]!));
    const factor = largest === 0 ? 0 : 127 / largest;
    for (let at = 0; at < dimension; at += 1) {
      const value = vector[at]! * factor;
      // The array truncates: a fifth of the time that Math.round takes.
      codes[start + at] = value < 0 ? value - 0.5 : value + 0.5;
    }
    scales[row] = largest / 127 / querySteps;
  };

  return {
    put,
    move: (from: number, to: number): void => {
      const start = queryBytes + from * stride;
      codes.copyWithin(queryBytes + to * stride, start, start + stride);
      scales[to] = scales[from]!;
    },
    /** Sets the query for the following comparisons. */
    aim: (query: Float32Array): void => {
      if (!memory) return;
      const queryCodes = new Int16Array(memory.buffer, 0, stride);
      queryCodes.fill(0);
      for (let at = 0; at < dimension; at += 1) queryCodes[at] = Math.round(query[at]! * querySteps);
    },
    cosineOf: (row: number): number => {
      const start = queryBytes + row * stride;
      dots!(0, start, start + stride, stride, outAt());
      return products[0]! * scales[row]!;
    },
    save: (rows: number): Uint8Array[] => [
      new Uint8Array(codes.buffer, rows === 0 ? 0 : queryBytes, rows * stride),
      bytesOf(scales, rows),
    ],
    restore: (rows: number, take: TakePart): void => {
      if (rows > 0) grow(rows);
      take(new Uint8Array(codes.buffer, rows === 0 ? 0 : queryBytes, rows * stride));
      take(bytesOf(scales, rows));
    },
    get bytes(): number {
      return (memory?.buffer.byteLength ?? 0) + scales.byteLength;
    },
  };
};
