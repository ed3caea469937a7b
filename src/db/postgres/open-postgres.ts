import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.ts';
import { allowDirectExecution } from '../direct-execution.ts';
import { migrate } from '../migrate.ts';
import type { Schema } from '../schema/index.ts';
import { createTransaction } from './create-transaction.ts';
import { createPlannedPool } from './planned-pool.ts';

const int8 = 20;
const numeric = 1700;

/** Counters, times and nano credits fit a double exactly. Queries with sums (numeric) of them cast the result. */
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === int8 || oid === numeric
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

interface OpenOptions {
  maxConnections?: number;
  migrate?: boolean;
  onError?: (error: Error) => void;
}

export const openPostgres = async (
  url: string,
  { maxConnections = 20, migrate: shouldMigrate = true, onError }: OpenOptions = {},
): Promise<Database> => {
  const pool = new pg.Pool({
    connectionString: url,
    max: maxConnections,
    // Also the time that a statement waits for a free connection: under load a late response is better than an error.
    connectionTimeoutMillis: 15_000,
    // Opening one costs both sides milliseconds, and its statements are prepared again, so idle ones stay longer.
    idleTimeoutMillis: 600_000,
    application_name: 'frontdesk',
    // Statements of one transaction need not wait for each other's responses. The server runs them in order.
    pipeline: true,
    types,
  });
  // The pool replaces an idle connection that breaks. Without a listener the error would end the process.
  pool.on('error', (error) => onError?.(error));
  // The pool listens only to idle connections. One that breaks in a transaction, between two statements, would also
  // end the process. The next statement gets the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  const planned = createPlannedPool(pool);
  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: planned }) });
  allowDirectExecution(query, planned.execute);
  try {
    if (shouldMigrate) await migrate(query as unknown as Kysely<unknown>);
  } catch (error) {
    await query.destroy();
    throw error;
  }
  return {
    kind: 'postgres',
    query,
    transaction: createTransaction(query),
    transactionTogether: createTransaction(query, { isTogether: true }),
    write: (statement) => statement(query),
    // PostgreSQL answers a commit only when it is on disk.
    durable: async () => {},
    close: () => query.destroy(),
  };
};
