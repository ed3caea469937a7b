/** Reproducible random numbers: the same sequence for the same seed, 0 ≤ number < 1. */
export const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

export const shuffled = <Item>(items: readonly Item[], random: () => number): Item[] => {
  const result = [...items];
  for (let left = result.length - 1; left > 0; left -= 1) {
    const other = Math.floor(random() * (left + 1));
    [result[left], result[other]] = [result[other]!, result[left]!];
  }
  return result;
};
