import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { hasTable } from './compatibility.ts';

interface OlderProcess {
  id: string;
  host: string;
  pid: number;
  heartbeat_at: number;
  newest_migration: string;
}

/** Longer than the maximum interval between heartbeats of a running process; see the process registry. */
const silentAfterMs = 20_000;
const pollMs = 1000;

/** Registered processes that do not know the migration. After a planned stop the heartbeat is 0 or below. */
const listOlder = async (db: Kysely<unknown>, oldest: string): Promise<OlderProcess[]> => {
  if (!(await hasTable(db, 'processes'))) return [];
  // As JSON, because the column may not exist yet.
  const { rows } = await sql<OlderProcess>`select id, host, pid, heartbeat_at,
    coalesce(to_jsonb(processes) ->> 'newest_migration', '') as newest_migration
    from processes where heartbeat_at > 0`.execute(db);
  return rows.filter(({ newest_migration }) => newest_migration < oldest);
};

const refusal = (migration: string, running: readonly OlderProcess[]): Error =>
  new Error(
    `Migration ${migration} cannot run while older processes use the database: ${running
      .map(({ host, pid }) => `process ${pid} on ${host}`)
      .join(', ')}. Stop them first, or deploy the version before this one everywhere.`,
  );

const isSame = (a: OlderProcess) => (b: OlderProcess) => a.id === b.id && a.heartbeat_at === b.heartbeat_at;

export interface MigrationGate {
  /** The first migration that is incompatible with older processes, and the oldest version it is compatible with. */
  migration: string;
  oldest: string;
}

/**
 * Throws if older processes are running. A killed process has left its registration: its heartbeat is watched
 * until it has not changed for long enough. Returns those.
 */
export const requireNoneRunning = async (
  db: Kysely<unknown>,
  { migration, oldest }: MigrationGate,
  { silentMs = silentAfterMs }: { silentMs?: number } = {},
): Promise<OlderProcess[]> => {
  const first = await listOlder(db, oldest);
  const endMs = performance.now() + silentMs;
  let older = first;
  while (older.length > 0 && performance.now() < endMs) {
    await delay(Math.min(pollMs, silentMs));
    older = await listOlder(db, oldest);
    const running = older.filter((one) => !first.some(isSame(one)));
    if (running.length > 0) throw refusal(migration, running);
  }
  return older;
};

/** In the transaction of the migration: until its end no process can register. */
export const lockOutOlder = async (
  db: Kysely<unknown>,
  { migration, oldest }: MigrationGate,
  silent: readonly OlderProcess[],
): Promise<void> => {
  if (!(await hasTable(db, 'processes'))) return;
  await sql`lock table processes in share row exclusive mode`.execute(db);
  const running = (await listOlder(db, oldest)).filter((one) => !silent.some(isSame(one)));
  if (running.length > 0) throw refusal(migration, running);
};
