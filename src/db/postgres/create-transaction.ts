import { CompiledQuery, type Kysely, type Transaction } from 'kysely';
import { collectAfterCommit } from '../after-commit.ts';
import { allowDirectExecution } from '../direct-execution.ts';
import { allowLastStatement } from '../last-statement.ts';
import type { Schema } from '../schema/index.ts';
import { sideBySide } from '../side-by-side.ts';
import { lastStatementFollows } from './beginning.ts';

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
      const send = (sql: string, parameters: readonly unknown[] = []) =>
        connection.executeQuery(CompiledQuery.raw(sql, [...parameters]));
      const requireOpen = (): void => {
        // Another transaction may use the connection by now.
        if (isOver) throw new Error('A statement came after the end of its transaction');
      };
      allowDirectExecution(tx, async (sql, parameters) => {
        requireOpen();
        return (await send(sql, parameters)).rows;
      });
      allowLastStatement(tx, async (sql, parameters) => {
        requireOpen();
        isOver = true;
        // The error of the statement counts before that of the commit.
        const [, { rows }] = await sideBySide([
          send(lastStatementFollows),
          send(sql, parameters),
          send('commit'),
        ]);
        return rows;
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
