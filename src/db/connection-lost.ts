import { setTimeout as delay } from 'node:timers/promises';

/** The connection to the database broke, or none could be opened. It is unknown whether the statement had an effect. */
export class ConnectionLostError extends Error {
  override readonly name = 'ConnectionLostError';
  constructor(cause: unknown) {
    super('The connection to the database was lost', { cause });
  }
}

/** Also if a component or a tool has wrapped it. */
export const isConnectionLost = (error: unknown): boolean => {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof ConnectionLostError) return true;
  return false;
};

/** About ten seconds in total: the time of a database restart or a failover to its replica. */
export const lostConnectionDelaysMs: readonly number[] = [50, 250, 1000, 3000, 5000];

/**
 * Repeats the work if its connection broke. The first attempt may have been committed although its response was lost,
 * so this is only for idempotent work.
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
