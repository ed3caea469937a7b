/** Lets at most so many pieces of work run at the same time; the others wait in the order they came. */
export const createTurns = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      // The place goes to the next one directly, so that nobody who comes now is first.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};

export type TakeTurn = ReturnType<typeof createTurns>;
