import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { statementName } from '../statement-names.ts';

/** Only what Kysely calls, and no cursors: nothing here streams from PostgreSQL. */
const plannedClient = (client: pg.PoolClient): PostgresPoolClient => {
  const query = (text: string, values: readonly unknown[]) => {
    const name = statementName(text);
    return name === undefined
      ? client.query(text, values as unknown[])
      : client.query({ name, text, values: values as unknown[] });
  };
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() };
};

/**
 * A pool whose connections plan the statements of a round's path once and then call them by name: for statements as
 * small as these, reading and planning costs PostgreSQL more than running them.
 */
export const createPlannedPool = (pool: pg.Pool): PostgresPool => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client);
      if (known) return known;
      const planned = plannedClient(client);
      clients.set(client, planned);
      return planned;
    },
    end: () => pool.end(),
  };
};
