/** Term hashes to small numbers, by open addressing: a Map of 48-bit keys would take five times the memory. */
export const createTermTable = () => {
  let capacity = 1 << 12;
  let lows = new Uint32Array(capacity);
  let highs = new Uint16Array(capacity);
  /** Number + 1; 0 is an empty place. */
  let values = new Uint32Array(capacity);
  let size = 0;

  const placeOf = (low: number, high: number): number => {
    const mask = capacity - 1;
    let place = (low ^ (high << 7)) & mask;
    while (values[place] !== 0 && (lows[place] !== low || highs[place] !== high)) place = (place + 1) & mask;
    return place;
  };

  const grow = (): void => {
    const [oldLows, oldHighs, oldValues] = [lows, highs, values];
    capacity *= 2;
    lows = new Uint32Array(capacity);
    highs = new Uint16Array(capacity);
    values = new Uint32Array(capacity);
    for (let at = 0; at < oldValues.length; at += 1) {
      if (oldValues[at] === 0) continue;
      const place = placeOf(oldLows[at]!, oldHighs[at]!);
      lows[place] = oldLows[at]!;
      highs[place] = oldHighs[at]!;
      values[place] = oldValues[at]!;
    }
  };

  return {
    /** -1 for a term that was never added. */
    find: (low: number, high: number): number => values[placeOf(low, high)]! - 1,
    /** Terms are numbered from 0 in the order they come. */
    findOrAdd: (low: number, high: number): number => {
      if (size * 2 >= capacity) grow();
      const place = placeOf(low, high);
      if (values[place] === 0) {
        lows[place] = low;
        highs[place] = high;
        size += 1;
        values[place] = size;
      }
      return values[place]! - 1;
    },
    get bytes(): number {
      return capacity * 10;
    },
  };
};
