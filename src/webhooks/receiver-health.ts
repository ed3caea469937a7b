/** Enough to keep a quick receiver of many conversations busy. */
const healthyLimit = 32;
/** Enough to notice that it is back; few enough that a hundred silent receivers do not take all workers. */
const failingLimit = 4;

/**
 * How many deliveries one receiver may have under way in this process. A receiver that does not answer
 * holds each of them for the whole time-out, so it gets only a few until one succeeds again.
 */
export const createReceiverHealth = () => {
  const failing = new Set<string>();
  return {
    report: (origin: string, succeeded: boolean): void => {
      if (succeeded) failing.delete(origin);
      else failing.add(origin);
    },
    limit: (origin: string): number => (failing.has(origin) ? failingLimit : healthyLimit),
  };
};

export type ReceiverHealth = ReturnType<typeof createReceiverHealth>;
