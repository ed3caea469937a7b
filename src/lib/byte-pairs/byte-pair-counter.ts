import type { Vocabulary } from './vocabulary.ts';

const positions = 2 ** 32;

/** A binary heap of numbers, reused between calls: most pieces are a few bytes and allocation would dominate. */
const createHeap = () => {
  let heap = new Float64Array(1024);
  let size = 0;
  const clear = (capacity: number): void => {
    size = 0;
    if (heap.length < capacity) heap = new Float64Array(capacity);
  };
  const push = (value: number): void => {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (heap[parent]! <= value) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = value;
  };
  const pop = (): number => {
    if (size === 0) return -1;
    const top = heap[0]!;
    const last = heap[--size]!;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && heap[child + 1]! < heap[child]!) child++;
      if (heap[child]! >= last) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return top;
  };
  return { clear, push, pop };
};

/**
 * Byte pair encoding in n·log n: neighbours merge in the order of their rank (leftmost first if equal),
 * found by a heap of `rank · 2^32 + position` instead of a scan per merge. Returns the number of remaining tokens.
 */
export const createBytePairCounter = ({ rankOf, longestBytes }: Vocabulary) => {
  const heap = createHeap();
  const rankOfTwoBytes = new Int32Array(65_536);
  for (let pair = 0; pair < rankOfTwoBytes.length; pair++)
    rankOfTwoBytes[pair] = rankOf(String.fromCharCode(pair >> 8, pair & 255), 0, 2);
  let next = new Int32Array(256);
  let previous = new Int32Array(256);
  let pairRank = new Int32Array(256);

  const reserve = (length: number): void => {
    if (next.length < length) {
      next = new Int32Array(length);
      previous = new Int32Array(length);
      pairRank = new Int32Array(length);
    }
    // A merge changes two pairs, so at most three entries per byte are pushed.
    heap.clear(3 * length);
  };

  const rate = (bytes: string, at: number): void => {
    pairRank[at] = -1;
    const middle = next[at]!;
    if (middle >= bytes.length) return;
    const end = next[middle]!;
    if (end - at > longestBytes) return;
    const rank = rankOf(bytes, at, end);
    if (rank < 0) return;
    pairRank[at] = rank;
    heap.push(rank * positions + at);
  };

  const start = (bytes: string): void => {
    const last = bytes.length - 1;
    for (let at = 0; at <= last; at++) {
      next[at] = at + 1;
      previous[at] = at - 1;
      const rank = at < last ? rankOfTwoBytes[bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1)]! : -1;
      pairRank[at] = rank;
      if (rank >= 0) heap.push(rank * positions + at);
    }
  };

  return (bytes: string): number => {
    reserve(bytes.length + 1);
    start(bytes);
    let tokens = bytes.length;
    for (let entry = heap.pop(); entry >= 0; entry = heap.pop()) {
      const rank = Math.floor(entry / positions);
      const at = entry - rank * positions;
      if (pairRank[at] !== rank) continue; // outdated: a neighbour has merged since
      const merged = next[at]!;
      pairRank[merged] = -1;
      const after = next[merged]!;
      next[at] = after;
      if (after < bytes.length) previous[after] = at;
      tokens--;
      rate(bytes, at);
      if (at > 0) rate(bytes, previous[at]!);
    }
    return tokens;
  };
};
