import { type Database, type Handle, repeatWhenLost } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isStatementTimeout, limitStatements } from './limit-store.ts';

/** A search of a million chunks takes less than 0.1 s. */
const defaultTimeoutMs = 10_000;

/** Reads for one step of a search. `signal` is that of the caller. */
export type LimitedRead = <Result>(
  signal: AbortSignal | undefined,
  work: (tx: Handle) => Promise<Result>,
) => Promise<Result>;

/**
 * Each statement of a search has a time limit, so that it cannot keep a connection. PostgreSQL only. If the caller has
 * left, nothing is sent. A statement that is running is not cancelled: that needs another connection, which may be what
 * is missing, and it ends by the time limit.
 */
export const createLimitedRead =
  (db: Database, { timeoutMs = defaultTimeoutMs }: { timeoutMs?: number } = {}): LimitedRead =>
  async (signal, work) => {
    try {
      return await repeatWhenLost(async () => {
        signal?.throwIfAborted();
        return db.transactionTogether(async (tx) => {
          await limitStatements(tx, timeoutMs);
          return work(tx);
        });
      });
    } catch (error) {
      if (!isStatementTimeout(error)) throw error;
      throw new AppError('unavailable', 'The search took too long. Try again later', { cause: error });
    }
  };
