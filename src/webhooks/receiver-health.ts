/** Enough for a fast receiver of many conversations. */
const healthyLimit = 32;
/** Enough to notice that it is back. Few enough that a hundred silent receivers do not use all workers. */
const failingLimit = 4;

/**
 * Limit of parallel deliveries to one address of one agent in this process. An address that does not
 * answer holds each of them for the whole timeout, so it gets only a few until one succeeds again.
 */
export const createReceiverHealth = () => {
  const failing = new Set<string>();
  const origins = new Map<string, string>();
  return {
    report: (address: string, origin: string, succeeded: boolean): void => {
      origins.set(address, origin);
      if (succeeded) failing.delete(address);
      else failing.add(address);
    },
    limit: (address: string): number => (failing.has(address) ? failingLimit : healthyLimit),
    /** Scheme, host and port of the newest call. Undefined before the first. */
    originOf: (address: string): string | undefined => origins.get(address),
  };
};

export type ReceiverHealth = ReturnType<typeof createReceiverHealth>;
