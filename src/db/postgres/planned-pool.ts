import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { ConnectionLostError } from '../connection-lost.ts';
import { statementName } from '../statement-names.ts';
import { type Answer, createBeginning, isBegin, lastStatementFollows } from './beginning.ts';
import { asConnectionLost } from './broken-connection.ts';

/** All statements of one tick are sent to the server in one packet. */
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

/** Delays before each retry of a read on another connection. */
const readAgainAfterMs: readonly number[] = [0, 50, 250];

/** The server runs the statements of one connection one after the other. */
const readsPerConnection = 8;

interface WaitingRead {
  sql: string;
  parameters: readonly unknown[];
  resolve(rows: unknown[]): void;
  reject(error: unknown): void;
}

type ReadElsewhere = (text: string, values: readonly unknown[]) => Promise<Answer>;

/** Only the methods that Kysely calls, without cursors: nothing here streams from PostgreSQL. */
const plannedClient = (client: pg.PoolClient, readElsewhere: ReadElsewhere): PostgresPoolClient => {
  const bundle = createBundle(client);
  let isInTransaction = false;
  let broken: Error | undefined;
  let isRemoved = false;

  const release = (): void => {
    if (isRemoved) return;
    isRemoved = broken !== undefined;
    client.release(broken);
  };

  const { send, dropBegin } = createBeginning(async (text, values) => {
    bundle();
    const name = statementName(text);
    try {
      return await (name === undefined
        ? client.query(text, values as unknown[])
        : client.query({ name, text, values: values as unknown[] }));
    } catch (error) {
      const failure = asConnectionLost(error);
      if (failure instanceof ConnectionLostError) broken = failure;
      throw failure;
    }
  });

  const query = async (text: string, values: readonly unknown[]): Promise<Answer> => {
    if (text === lastStatementFollows) {
      if (dropBegin()) isInTransaction = false;
      return { command: '', rowCount: 0, rows: [] };
    }
    if (isBegin(text)) isInTransaction = true;
    else if (text === 'commit' || text === 'rollback') {
      // The last statement has ended it. Kysely commits once more, or rolls back after an error.
      if (!isInTransaction) return { command: text.toUpperCase(), rowCount: 0, rows: [] };
      isInTransaction = false;
    }
    const isRead = !isInTransaction && text.startsWith('select ');
    try {
      return await send(text, values);
    } catch (error) {
      if (!isRead || !broken) throw error;
      // First, so that the pool can open another one: it counts the broken one until then.
      release();
      return readElsewhere(text, values);
    }
  };
  return { query: query as unknown as PostgresPoolClient['query'], release };
};

/**
 * A pool whose connections prepare the statements of a round once and then call them by name: for statements as
 * small as these, parsing and planning costs PostgreSQL more than running them. Independent statements are
 * pipelined. A read outside of a transaction whose connection breaks is repeated on another one.
 */
export const createPlannedPool = (pool: pg.Pool) => {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();

  const readElsewhere: ReadElsewhere = async (text, values) => {
    let lost: unknown;
    for (const delayMs of readAgainAfterMs) {
      await delay(delayMs);
      try {
        const client = await pool.connect();
        let failure: Error | undefined;
        try {
          return await client.query(text, values as unknown[]);
        } catch (error) {
          failure = error as Error;
          throw error;
        } finally {
          client.release(asConnectionLost(failure) instanceof ConnectionLostError ? failure : undefined);
        }
      } catch (error) {
        lost = asConnectionLost(error);
        if (!(lost instanceof ConnectionLostError)) throw error;
      }
    }
    throw lost;
  };

  const connect = async (): Promise<PostgresPoolClient> => {
    const client = await pool.connect().catch((error) => {
      throw asConnectionLost(error);
    });
    const known = clients.get(client);
    if (known) return known;
    const planned = plannedClient(client, readElsewhere);
    clients.set(client, planned);
    return planned;
  };

  let waitingReads: WaitingRead[] = [];

  const readTogether = async (reads: readonly WaitingRead[]): Promise<void> => {
    const client = await connect();
    const answers = reads.map(({ sql, parameters }) => client.query<unknown>(sql, parameters));
    await Promise.allSettled(
      answers.map((answer, index) =>
        answer.then(({ rows }) => reads[index]!.resolve(rows), reads[index]!.reject),
      ),
    );
    client.release();
  };

  const sendReads = (): void => {
    const reads = waitingReads;
    waitingReads = [];
    for (let start = 0; start < reads.length; start += readsPerConnection) {
      const some = reads.slice(start, start + readsPerConnection);
      readTogether(some).catch((error) => {
        for (const { reject } of some) reject(error);
      });
    }
  };

  /** Reads of one turn of the event loop share a connection, and so a packet and a round trip. */
  const read = (sql: string, parameters: readonly unknown[]): Promise<unknown[]> =>
    new Promise((resolve, reject) => {
      if (waitingReads.length === 0) setImmediate(sendReads);
      waitingReads.push({ sql, parameters, resolve, reject });
    });

  return {
    connect,
    /** Runs one statement on any free connection. */
    execute: async (sql: string, parameters: readonly unknown[]): Promise<unknown[]> => {
      // A write may wait for a lock, and reads behind it with it.
      if (sql.startsWith('select ')) return read(sql, parameters);
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
