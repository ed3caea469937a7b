import { connect, createServer, type Server, type Socket } from 'node:net';
import { sql } from 'kysely';
import type { Database } from '../../../src/db/index.ts';
import { eventually } from '../time/eventually.ts';

/** Ends connections that wait for the lock of a table. Returns how many. */
const terminateWaiting = async (db: Database): Promise<number> => {
  const { rows } = await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event = 'relation'`.execute(
    db.query,
  );
  return rows.length;
};

/**
 * Locks the table, starts the work and lets PostgreSQL end the connection that first waits for the lock: the work
 * loses its connection during a statement. `writes` does not block reads.
 */
export const breakAt = async <Result>(
  db: Database,
  { table, blocks }: { table: string; blocks: 'writes' | 'everything' },
  start: () => Promise<Result>,
): Promise<{ finished: Promise<Result> }> => {
  const mode = blocks === 'writes' ? 'share row exclusive' : 'access exclusive';
  return db.transaction(async (tx) => {
    await sql.raw(`lock table ${table} in ${mode} mode`).execute(tx);
    const finished = start();
    finished.catch(() => {});
    await eventually(`a connection waits for ${table}`, async () => (await terminateWaiting(db)) > 0);
    return { finished };
  });
};

export interface DatabaseProxy {
  url: string;
  /** Cuts the connection instead of passing on the next answer to a commit. */
  loseCommits(count: number): void;
  /** Number of lost answers. */
  readonly lost: number;
  close(): Promise<void>;
}

/** The server's message after a commit. */
const committed = Buffer.from('COMMIT\0');

/** A loopback proxy between a service and PostgreSQL. */
export const startDatabaseProxy = async (databaseUrl: string): Promise<DatabaseProxy> => {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let toLose = 0;
  let lost = 0;
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port || 5432), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    client.on('data', (data) => upstream.write(data));
    upstream.on('data', (data: Buffer) => {
      if (toLose > 0 && data.includes(committed)) {
        toLose -= 1;
        lost += 1;
        client.destroy();
      } else client.write(data);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as { port: number }).port);
  return {
    url: url.href,
    loseCommits: (count) => {
      toLose = count;
    },
    get lost() {
      return lost;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
