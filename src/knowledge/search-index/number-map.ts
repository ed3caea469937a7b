const empty = -1;
const firstCapacity = 1024;
/** Keys beside each other are stored beside each other: those that are looked up in sequence share a cache line. */
const blockBits = 3;
const mostLoad = 0.6;

/** From whole numbers to numbers of 32 bits, in two arrays with open addressing. A Map takes more than twice the memory. */
export const createNumberMap = () => {
  let capacity = firstCapacity;
  let keys = new Float64Array(capacity).fill(empty);
  let values = new Uint32Array(capacity);
  let size = 0;

  const homeOf = (key: number): number => {
    const low = key >>> 0;
    const block = Math.imul(low >>> blockBits, 0x9e3779b1) >>> 7;
    return ((block << blockBits) | (low & ((1 << blockBits) - 1))) & (capacity - 1);
  };

  /** Where the key is, or would be. */
  const find = (key: number): number => {
    const mask = capacity - 1;
    let at = homeOf(key);
    while (keys[at] !== empty && keys[at] !== key) at = (at + 1) & mask;
    return at;
  };

  const grow = (): void => {
    const [oldKeys, oldValues] = [keys, values];
    capacity *= 2;
    keys = new Float64Array(capacity).fill(empty);
    values = new Uint32Array(capacity);
    for (let from = 0; from < oldKeys.length; from += 1) {
      if (oldKeys[from] === empty) continue;
      const at = find(oldKeys[from]!);
      keys[at] = oldKeys[from]!;
      values[at] = oldValues[from]!;
    }
  };

  return {
    get: (key: number): number | undefined => {
      const at = find(key);
      return keys[at] === empty ? undefined : values[at];
    },
    set: (key: number, value: number): void => {
      let at = find(key);
      if (keys[at] === empty) {
        size += 1;
        if (size > capacity * mostLoad) {
          grow();
          at = find(key);
        }
        keys[at] = key;
      }
      values[at] = value;
    },
    delete: (key: number): void => {
      const mask = capacity - 1;
      let gap = find(key);
      if (keys[gap] === empty) return;
      size -= 1;
      // Moves later keys into the gap that would not be found behind it.
      for (let at = (gap + 1) & mask; keys[at] !== empty; at = (at + 1) & mask) {
        const distance = (at - homeOf(keys[at]!)) & mask;
        if (distance < ((at - gap) & mask)) continue;
        keys[gap] = keys[at]!;
        values[gap] = values[at]!;
        gap = at;
      }
      keys[gap] = empty;
    },
    get size(): number {
      return size;
    },
    get bytes(): number {
      return keys.byteLength + values.byteLength;
    },
  };
};

export type NumberMap = ReturnType<typeof createNumberMap>;
