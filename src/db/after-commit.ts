import type { Kysely, Transaction } from 'kysely';
import type { Handle } from './database.ts';
import type { Schema } from './schema/index.ts';

const callbacksOf = new WeakMap<object, (() => void)[]>();

/**
 * Calls back once what was written through `handle` is committed; never if it is rolled back. For telling
 * this process at once what others find out by looking. Callbacks must not throw.
 */
export const afterCommit = (handle: Handle, callback: () => void): void => {
  const callbacks = callbacksOf.get(handle);
  if (callbacks) callbacks.push(callback);
  // Not a transaction: each statement commits by itself, and the caller has just awaited its own.
  else queueMicrotask(callback);
};

/** From here on the callbacks for `tx` go into the returned list, to be called by whoever commits it. */
export const collectAfterCommit = (tx: Handle): (() => void)[] => {
  const callbacks: (() => void)[] = [];
  callbacksOf.set(tx, callbacks);
  return callbacks;
};

/** A database's `transaction` that knows what to do after the commit. */
export const createTransaction =
  (query: Kysely<Schema>) =>
  async <Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> => {
    let callbacks: (() => void)[] = [];
    const result = await query.transaction().execute((tx) => {
      callbacks = collectAfterCommit(tx);
      return work(tx);
    });
    for (const callback of callbacks) callback();
    return result;
  };
