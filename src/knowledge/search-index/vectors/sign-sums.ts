import {
  add,
  advance,
  again,
  againWhileBelow,
  block,
  constant,
  defineKernel,
  end,
  everyByte,
  get,
  i32,
  kernelModule,
  leaveUnlessBelow,
  load,
  loop,
  set,
  simd,
  store,
  v128,
} from './wasm-code.ts';

/**
 * The sum of a query's components, each with the sign of a vector in that dimension, for many vectors of one bit
 * per dimension. Vectors are in blocks of 16: a column of 16 bytes has 8 dimensions of all of them, four in each half
 * of a byte. For every four dimensions the query has a table of its 16 possible sums, in which one instruction looks
 * up all 16 vectors at once:
 *
 *   for each block: low = high = 0 (8 × 16 bits each)
 *     for each column: sums = table[bytes & 15] + nextTable[bytes >> 4]; low += sums[0..8]; high += sums[8..16]
 *     out = low, high
 */

const and = simd(0x4e);
const lookUp = simd(0x0e);
const shiftRight = simd(0x6d);
const addBytes = simd(0x6e);
const addShorts = simd(0x8e);
const widenLow = simd(0x87);
const widenHigh = simd(0x88);

// Parameters: tables, blocks, end of blocks, bytes of a block, out.
const [tables, blocks, blocksEnd, blockBytes, out, at, blockEnd, low, high, bytes] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
];

const addSums = (sum: number, widen: number[]): number[] => [
  ...get(sum),
  ...get(bytes),
  ...widen,
  ...addShorts,
  ...set(sum),
];

const body: number[] = [
  ...block,
  ...loop,
  ...leaveUnlessBelow(blocks, blocksEnd),
  ...everyByte(0),
  ...set(low),
  ...everyByte(0),
  ...set(high),
  ...get(tables),
  ...set(at),
  ...get(blocks),
  ...get(blockBytes),
  add,
  ...set(blockEnd),
  ...loop, // over the columns of one block
  ...get(blocks),
  ...load(0),
  ...set(bytes),
  ...get(at),
  ...load(0),
  ...get(bytes),
  ...everyByte(15),
  ...and,
  ...lookUp,
  ...get(at),
  ...load(16),
  ...get(bytes),
  ...constant(4),
  ...shiftRight,
  ...lookUp,
  ...addBytes,
  ...set(bytes),
  ...addSums(low, widenLow),
  ...addSums(high, widenHigh),
  ...advance(at, constant(32)),
  ...advance(blocks, constant(16)),
  ...againWhileBelow(blocks, blockEnd),
  end,
  ...get(out),
  ...get(low),
  ...store(0),
  ...get(out),
  ...get(high),
  ...store(16),
  ...advance(out, constant(32)),
  ...again,
  end,
  end,
];

/** Called with tablesAt, blocksAt, blocksEnd, blockBytes, outAt: byte offsets in the memory. */
export const createSignSums = defineKernel(() =>
  kernelModule(
    [
      [2, i32],
      [3, v128],
    ],
    body,
  ),
);
