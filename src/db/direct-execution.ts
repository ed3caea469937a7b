import type { Handle } from './database.ts';

/** Runs a statement without Kysely's layers and returns its rows. Undefined if it must wait. */
export type DirectExecutor = (
  sql: string,
  parameters: readonly unknown[],
) => unknown[] | Promise<unknown[]> | undefined;

const executors = new WeakMap<object, DirectExecutor>();

/**
 * A prepared statement does not need Kysely's layers: on SQLite, which is synchronous, they cost
 * more than the statement. Code that opens a database registers here what may be called without them.
 */
export const allowDirectExecution = (handle: Handle, execute: DirectExecutor): void => {
  executors.set(handle, execute);
};

export const directExecutorOf = (handle: Handle): DirectExecutor | undefined => executors.get(handle);
