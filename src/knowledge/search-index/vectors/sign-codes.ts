import { bytesOf, type TakePart } from '../index-file.ts';
import { createSignSums } from './sign-sums.ts';
import type { Kernel } from './wasm-code.ts';

const pageBytes = 65_536;
/** Limit of WebAssembly: 4 GiB. */
const maxPages = 65_536;
const rowsPerBlock = 16;
const headRoomRows = 1024;
/** Two entries are added in a signed byte. */
const highestEntry = 63;
/** All entries of a vector are added in 16 bits, with room for rounding errors. */
const highestSum = 30_000;
/** A vector of only rounding errors has no direction, and the inverse of its sum would not fit a float. */
const smallestSum = 1e-20;

export interface Estimates {
  /** By row. Multiplied by `factor` and the row's own factor they are cosines, exact to some hundredths. */
  sums: Int16Array;
  factor: number;
  rowFactors: Float32Array;
}

/**
 * Vectors as the signs of their components: 48 bytes for 384 dimensions, compared eight times as fast as whole bytes,
 * or twenty times if memory is slow. The estimated cosine is the sum of the query's components, each with the
 * vector's sign, divided by the sum of the absolute values of the vector: exactly 1 for a vector of the same
 * direction.
 */
export const createSignCodes = (dimension: number) => {
  const columns = Math.ceil(dimension / 8);
  const blockBytes = columns * rowsPerBlock;
  const tablesBytes = columns * 32;
  let memory: WebAssembly.Memory | undefined;
  let signSums: Kernel | undefined;
  let bytes = new Uint8Array(0);
  let rowFactors = new Float32Array(0);
  let capacity = 0;

  const grow = (rows: number): void => {
    const wanted = Math.max(rows, Math.ceil(capacity * 1.5), headRoomRows);
    capacity = Math.ceil(wanted / rowsPerBlock) * rowsPerBlock;
    const pages = Math.ceil((tablesBytes + capacity * (columns + 2)) / pageBytes);
    if (memory) memory.grow(pages - memory.buffer.byteLength / pageBytes);
    else {
      memory = new WebAssembly.Memory({ initial: pages, maximum: maxPages });
      signSums = createSignSums(memory);
    }
    bytes = new Uint8Array(memory.buffer);
    const grown = new Float32Array(capacity);
    grown.set(rowFactors);
    rowFactors = grown;
  };

  const placeOf = (row: number): number =>
    tablesBytes + Math.floor(row / rowsPerBlock) * blockBytes + (row % rowsPerBlock);

  const put = (row: number, vector: Float32Array): void => {
    if (row >= capacity) grow(row + 1);
    let sum = 0;
    let place = placeOf(row);
    for (let start = 0; start < columns * 8; start += 8) {
      let signs = 0;
      const stop = Math.min(start + 8, dimension);
      for (let at = start; at < stop; at += 1) {
        const value = vector[at]!;
        sum += Math.abs(value);
        if (value >= 0) signs |= 1 << (at - start);
      }
      bytes[place] = signs;
      place += rowsPerBlock;
    }
    rowFactors[row] = sum > smallestSum ? 1 / sum : 0;
  };

  /** For every four components the sums of all 16 combinations of signs, and the value of one step of them. */
  const writeTables = (query: Float32Array): number => {
    let largest = 0;
    let total = 0;
    for (let start = 0; start < dimension; start += 4) {
      let sum = 0;
      for (let at = start; at < Math.min(start + 4, dimension); at += 1) sum += Math.abs(query[at]!);
      largest = Math.max(largest, sum);
      total += sum;
    }
    if (total <= smallestSum) {
      bytes.fill(0, 0, tablesBytes);
      return 0;
    }
    const scale = Math.min(highestEntry / largest, highestSum / total);
    for (let group = 0; group < columns * 2; group += 1)
      for (let signs = 0; signs < 16; signs += 1) {
        let sum = 0;
        for (let bit = 0; bit < 4; bit += 1) {
          const value = query[group * 4 + bit] ?? 0;
          sum += (signs >> bit) & 1 ? value : -value;
        }
        bytes[group * 16 + signs] = Math.round(sum * scale);
      }
    return 1 / scale;
  };

  const allBlocks = (rows: number): Uint8Array =>
    bytes.subarray(tablesBytes, tablesBytes + Math.ceil(rows / rowsPerBlock) * blockBytes);

  return {
    put,
    save: (rows: number): Uint8Array[] => [allBlocks(rows), bytesOf(rowFactors, rows)],
    restore: (rows: number, take: TakePart): void => {
      if (rows > 0) grow(rows);
      take(allBlocks(rows));
      take(bytesOf(rowFactors, rows));
    },
    move: (from: number, to: number): void => {
      const [source, target] = [placeOf(from), placeOf(to)];
      for (let column = 0; column < blockBytes; column += rowsPerBlock)
        bytes[target + column] = bytes[source + column]!;
      rowFactors[to] = rowFactors[from]!;
    },
    /** Valid until the next call of any function here. */
    estimate: (query: Float32Array, rows: number): Estimates => {
      const factor = writeTables(query);
      const outAt = tablesBytes + capacity * columns;
      const blocks = Math.ceil(rows / rowsPerBlock);
      signSums?.(0, tablesBytes, tablesBytes + blocks * blockBytes, blockBytes, outAt);
      const sums = memory ? new Int16Array(memory.buffer, outAt, rows) : new Int16Array(0);
      return { sums, factor, rowFactors };
    },
    get bytes(): number {
      return (memory?.buffer.byteLength ?? 0) + rowFactors.byteLength;
    },
  };
};
