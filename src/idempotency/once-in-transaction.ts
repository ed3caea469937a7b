import type { Transaction } from 'kysely';
import { type Database, repeatWhenLost, type Schema } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import type { IdempotencyKey } from './idempotency-key.ts';

/** By database, then by key: the transaction that is claiming it. */
const leading = new WeakMap<Database, Map<string, Promise<unknown>>>();

const leadersOf = (db: Database): Map<string, Promise<unknown>> => {
  const known = leading.get(db) ?? new Map<string, Promise<unknown>>();
  leading.set(db, known);
  return known;
};

/**
 * A transaction that claims the key, so that parallel calls with one key get one result:
 *
 * - If its connection breaks, it runs again. It may have been committed, so `work` must notice that the claimed key is
 *   its own.
 * - If it fails, the calls of this process that wait for it fail too. Otherwise one call would get an
 * error, and the next one would take the free key and succeed. A rejection (`AppError`) affects only its own call.
 *
 * Without a key it is an ordinary transaction.
 */
export const onceInTransaction = async <Result>(
  db: Database,
  key: IdempotencyKey | undefined,
  work: (tx: Transaction<Schema>) => Promise<Result>,
): Promise<Result> => {
  if (!key) return db.transaction(work);
  const leaders = leadersOf(db);
  const name = JSON.stringify([key.agentId, key.endpoint, key.key]);
  const run = (): Promise<Result> => repeatWhenLost(() => db.transaction(work));
  for (let leader = leaders.get(name); leader; leader = leaders.get(name))
    try {
      await leader;
      // The key is taken: this transaction only reads the result.
      return await run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  const own = run();
  leaders.set(name, own);
  try {
    return await own;
  } finally {
    leaders.delete(name);
  }
};
