import { setTimeout as delay } from 'node:timers/promises';

/** The connection to the database broke, or none could be made. Whether the statement had an effect is not known. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
  }
}

/** Also where a component or a tool has wrapped it. */
export const isConnectionLost = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ConnectionLostError) return true;
  return false;
};

/** Together about ten seconds: as long as a database takes to restart or to fail over to its replica. */
export const lostConnectionDelaysMs: readonly number[] = [50, 250, 1000, 3000, 5000];

/**
 * Does the work again if its connection broke. The first try may have been committed although its answer was lost, so
 * this is only for work that has one effect however often it is done.
 */
export const repeatWhenLost = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (const delayMs of lostConnectionDelaysMs)
    try {
      return await work();
    } catch (error) {
      if (!isConnectionLost(error)) throw error;
      await delay(delayMs);
    }
  return work();
};
