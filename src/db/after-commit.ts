import type { Handle } from './database.ts';

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
