/** Runs at most `most` calls at the same time. The others wait in order of arrival. */
export const createConcurrencyLimit = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go));
    else running++;
    try {
      return await work();
    } finally {
      // The slot goes directly to the next waiting call, so that a new call cannot take it first.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
};

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;
