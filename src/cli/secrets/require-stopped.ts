import { setTimeout as wait } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import { heartbeatMs, listProcesses, stoppedCleanly } from '../../jobs/index.ts';

/** Longer than two heartbeats: by then a live process has updated its row, whatever its clock says. */
const watchMs = 2 * heartbeatMs + 2000;
const lookEveryMs = 500;

/** For PostgreSQL. With SQLite the folder lock has already refused a running service. */
export const requireStopped = async (db: Database): Promise<void> => {
  if (db.kind === 'sqlite') return;
  const left = async () =>
    (await listProcesses(db.query)).filter(({ heartbeat_at }) => heartbeat_at !== stoppedCleanly);
  const before = new Map((await left()).map((row) => [row.id, row.heartbeat_at]));
  // A process that was killed leaves its row behind, so a row alone proves nothing.
  for (let waitedMs = 0; before.size > 0 && waitedMs < watchMs; waitedMs += lookEveryMs) {
    const alive = (await left()).find((row) => before.get(row.id) !== row.heartbeat_at);
    if (alive)
      throw new Error(
        `A process of the service is running (host ${alive.host}, process ${alive.pid}). Stop every process first`,
      );
    await wait(lookEveryMs);
  }
};
