import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';

/** PostgreSQL ends each further statement of the transaction that takes longer. */
export const limitStatements = async (tx: Handle, timeoutMs: number): Promise<void> => {
  await sql`select set_config('statement_timeout', ${String(timeoutMs)}, true)`.execute(tx);
};

const queryCanceled = '57014';

export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === queryCanceled;
