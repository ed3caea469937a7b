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

/** Counters, times and nano-credits fit a double exactly; sums (numeric) of them are cast by the query that makes them. */
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
    // Also how long a statement waits for a connection that is free: under load late is better than refused.
    connectionTimeoutMillis: 15_000,
    // Making one costs both sides milliseconds, and its statements are planned anew: a quiet minute is no reason.
    idleTimeoutMillis: 600_000,
    application_name: 'frontdesk',
    // Statements of one transaction need not wait for each other's answers; the server takes them in order.
    pipeline: true,
    types,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => onError?.(error));
  // The pool listens to idle ones only. One that breaks in the hands of a transaction, between two statements, would
  // end the process as well; the next statement is told.
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
    // A commit on PostgreSQL has reached the disk before it is answered.
    durable: async () => {},
    close: () => query.destroy(),
  };
};
