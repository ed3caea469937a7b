/** Keeps the `limit` best of any number of entries. Equal scores go by the smaller number. */
export const createBest = (limit: number) => {
  // A heap with the worst kept entry on top.
  const scores: number[] = [];
  const numbers: number[] = [];
  const slots: number[] = [];

  const isWorse = (a: number, b: number): boolean =>
    scores[a]! < scores[b]! || (scores[a] === scores[b] && numbers[a]! > numbers[b]!);

  const swap = (a: number, b: number): void => {
    [scores[a], scores[b]] = [scores[b]!, scores[a]!];
    [numbers[a], numbers[b]] = [numbers[b]!, numbers[a]!];
    [slots[a], slots[b]] = [slots[b]!, slots[a]!];
  };

  const rise = (start: number): void => {
    for (let at = start; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!isWorse(at, parent)) return;
      swap(at, parent);
      at = parent;
    }
  };

  const sink = (): void => {
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2])
        if (child < scores.length && isWorse(child, worst)) worst = child;
      if (worst === at) return;
      swap(at, worst);
      at = worst;
    }
  };

  return {
    offer: (score: number, number: number, slot: number): void => {
      if (scores.length < limit) {
        scores.push(score);
        numbers.push(number);
        slots.push(slot);
        rise(scores.length - 1);
      } else if (score > scores[0]! || (score === scores[0] && number < numbers[0]!)) {
        scores[0] = score;
        numbers[0] = number;
        slots[0] = slot;
        sink();
      }
    },
    /** What is worse than this is not kept. */
    lowest: (): number => (scores.length < limit ? Number.NEGATIVE_INFINITY : scores[0]!),
    /** In no order. */
    slots: (): readonly number[] => slots,
  };
};
