import type { Handle } from './database.ts';

/** Runs a statement without Kysely's layers and returns its rows; undefined when it has to wait for its turn. */
export type DirectExecutor = (
  sql: string,
  parameters: readonly unknown[],
) => unknown[] | Promise<unknown[]> | undefined;

const executors = new WeakMap<object, DirectExecutor>();

/**
 * A prepared statement needs none of the layers that build, wait and wrap: on SQLite, which is synchronous, they cost
 * more than the statement. Whoever opens a database registers here what may be called without them.
 */
export const allowDirectExecution = (handle: Handle, execute: DirectExecutor): void => {
  executors.set(handle, execute);
};

export const directExecutorOf = (handle: Handle): DirectExecutor | undefined => executors.get(handle);
