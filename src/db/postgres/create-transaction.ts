import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { collectAfterCommit } from '../after-commit.ts';
import { allowCommit } from '../commit-with.ts';
import { allowDirectExecution } from '../direct-execution.ts';
import type { Schema } from '../schema/index.ts';

/**
 * A transaction whose prepared statements go directly to their connection. Kysely sends each only after the response
 * to the previous one. Here concurrent statements are pipelined, in the order of the calls.
 */
export const createTransaction =
  (query: Kysely<Schema>, { isTogether = false } = {}) =>
  async <Result>(work: (tx: Transaction<Schema>) => Promise<Result>): Promise<Result> => {
    let callbacks: (() => void)[] = [];
    let isOver = false;
    const transaction = query.transaction();
    // A mark for `createBeginning`: every transaction can read and write.
    const begun = isTogether ? transaction.setAccessMode('read write') : transaction;
    const result = await begun.execute(async (tx) => {
      callbacks = collectAfterCommit(tx);
      const connection = await tx.getExecutor().provideConnection(async (one) => one);
      allowDirectExecution(tx, async (sql, parameters) => {
        // Another transaction may use the connection by now.
        if (isOver) throw new Error('A statement came after the end of its transaction');
        return (await connection.executeQuery(CompiledQuery.raw(sql, [...parameters]))).rows;
      });
      allowCommit(tx, async () => {
        isOver = true;
        await connection.executeQuery(CompiledQuery.raw('commit'));
      });
      try {
        return await work(tx);
      } finally {
        isOver = true;
      }
    });
    for (const callback of callbacks) callback();
    return result;
  };
