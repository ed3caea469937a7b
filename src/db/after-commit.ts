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

/** A database's `transaction` that knows what to do after the commit. */
export const createTransaction =
  (query: Kysely<Schema>, onBegin: (tx: Transaction<Schema>) => void = () => {}) =>
  async <Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> => {
    const callbacks: (() => void)[] = [];
    const result = await query.transaction().execute((tx) => {
      callbacksOf.set(tx, callbacks);
      onBegin(tx);
      return work(tx);
    });
    for (const callback of callbacks) callback();
    return result;
  };
