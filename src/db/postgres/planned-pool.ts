import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { statementName } from '../statement-names.ts';
import { createBeginning } from './beginning.ts';

/** Whatever is asked for in one turn of the event loop goes to the server in one packet. */
const createBundle = ({ connection }: pg.PoolClient) => {
  let isOpen = false;
  return (): void => {
    if (isOpen) return;
    isOpen = true;
    connection.stream.cork();
    process.nextTick(() => {
      isOpen = false;
      connection.stream.uncork();
    });
  };
};

/** Only what Kysely calls, and no cursors: nothing here streams from PostgreSQL. */
const plannedClient = (client: pg.PoolClient): PostgresPoolClient => {
  const bundle = createBundle(client);
  const query = createBeginning((text, values) => {
    bundle();
    const name = statementName(text);
    return name === undefined
      ? client.query(text, values as unknown[])
      : client.query({ name, text, values: values as unknown[] });
  });
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
};

/**
 * A pool whose connections plan the statements of a round's path once and then call them by name: for statements as
 * small as these, reading and planning costs PostgreSQL more than running them. Statements that do not need each other's
 * answers share their way to the server.
 */
export const createPlannedPool = (pool: pg.Pool) => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect();
    const known = clients.get(client);
    if (known) return known;
    const planned = plannedClient(client);
    clients.set(client, planned);
    return planned;
  };
  return {
    connect,
    /** One statement on whichever connection is free. */
    execute: async (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
      const client = await connect();
      try {
        return (await client.query<unknown>(sql, parameters)).rows;
      } finally {
        client.release();
      }
    },
    end: () => pool.end(),
  } satisfies PostgresPool & { execute: unknown };
};
