/** Keeps the `limit` best of any number of entries. Of equal scores the smaller number is better. */
export const createBest = (limit: number) => {
  // A heap with the worst kept entry on top.
  const scores = new Float64Array(limit);
  const numbers = new Float64Array(limit);
  const slots = new Uint32Array(limit);
  let size = 0;

  const isWorse = (a: number, score: number, number: number): boolean =>
    scores[a]! < score || (scores[a]! === score && numbers[a]! > number);

  const put = (at: number, score: number, number: number, slot: number): void => {
    scores[at] = score;
    numbers[at] = number;
    slots[at] = slot;
  };

  const move = (from: number, to: number): void => put(to, scores[from]!, numbers[from]!, slots[from]!);

  const rise = (score: number, number: number, slot: number): void => {
    let at = size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (isWorse(parent, score, number) || (scores[parent] === score && numbers[parent] === number)) break;
      move(parent, at);
      at = parent;
    }
    put(at, score, number, slot);
  };

  const replaceWorst = (score: number, number: number, slot: number): void => {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && isWorse(child + 1, scores[child]!, numbers[child]!)) child += 1;
      if (!isWorse(child, score, number)) break;
      move(child, at);
      at = child;
    }
    put(at, score, number, slot);
  };

  return {
    offer: (score: number, number: number, slot: number): void => {
      if (size < limit) rise(score, number, slot);
      else if (limit > 0 && isWorse(0, score, number)) replaceWorst(score, number, slot);
    },
    /** Lower scores are not kept. */
    lowest: (): number => (size < limit ? Number.NEGATIVE_INFINITY : scores[0]!),
    /** Unordered. */
    slots: (): Uint32Array => slots.subarray(0, size),
  };
};

export type Best = ReturnType<typeof createBest>;
