import type { Handle } from './database.ts';

/** Runs a statement now and returns its rows; undefined when it has to wait for its turn. */
export type DirectExecutor = (sql: string, parameters: readonly unknown[]) => unknown[] | undefined;

const executors = new WeakMap<object, DirectExecutor>();

/**
 * node:sqlite is synchronous, so a prepared statement needs none of the layers that wait for a connection:
 * they cost more than the statement. The dialect registers here what may be called without them.
 */
export const allowDirectExecution = (handle: Handle, execute: DirectExecutor): void => {
  executors.set(handle, execute);
};

export const directExecutorOf = (handle: Handle): DirectExecutor | undefined => executors.get(handle);
