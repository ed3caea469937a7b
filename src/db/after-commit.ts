import type { Handle } from './database.ts';

const callbacksOf = new WeakMap<object, (() => void)[]>();

/**
 * Calls back once the writes through `handle` are committed, never after a rollback. To notify
 * this process at once of changes that others find by polling. Callbacks must not throw.
 */
export const afterCommit = (handle: Handle, callback: () => void): void => {
  const callbacks = callbacksOf.get(handle);
  if (callbacks) callbacks.push(callback);
  // Not a transaction: each statement commits by itself, and the caller has already awaited its own.
  else queueMicrotask(callback);
};

/** From now on callbacks for `tx` are added to the returned list, which the code that commits must call. */
export const collectAfterCommit = (tx: Handle): (() => void)[] => {
  const callbacks: (() => void)[] = [];
  callbacksOf.set(tx, callbacks);
  return callbacks;
};
