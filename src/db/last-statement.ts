import type { Handle } from './database.ts';

type ExecuteLast = (sql: string, parameters: readonly unknown[]) => Promise<unknown[]>;

const executors = new WeakMap<object, ExecuteLast>();

/** Code that opens transactions registers here how a statement and the commit are sent together. */
export const allowLastStatement = (tx: Handle, execute: ExecuteLast): void => {
  executors.set(tx, execute);
};

export const lastStatementOf = (tx: Handle): ExecuteLast | undefined => executors.get(tx);
