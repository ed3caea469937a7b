import { hostname } from 'node:os';
import { type Database, newestMigration } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import type { JobLog } from './port.ts';
import {
  deleteProcess,
  findProcess,
  listProcesses,
  markStopped,
  markTakenOver,
  type ProcessRow,
  register,
  stoppedCleanly,
  takenOver,
  writeHeartbeat,
} from './process-store.ts';
import { systemTimer, type Timer } from './timer.ts';

interface RegistryDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  id?: string;
  timer?: Timer;
  /** Monotonic time. */
  elapsedMs?: () => number;
}

/** Interval of heartbeats. */
export const heartbeatMs = 5000;
const deadAfterMs = 20_000;

/** Takes over the work of a dead process. May be called more than once for one process, and by several processes. */
export type ProcessDeadCallback = (processId: string) => Promise<void>;

/**
 * The live processes of this database. Each process updates its row every 5 s. A process whose row has not changed for
 * 20 s *as observed by us* is dead. Comparing its timestamp with our clock would take every machine
 * with a wrong clock for dead. The row is removed when the takeover is complete.
 */
export const createProcessRegistry = ({
  db,
  clock,
  log,
  id = newId(),
  timer = systemTimer,
  elapsedMs = () => performance.now(),
}: RegistryDependencies) => {
  const startedAtMs = clock.nowMs();
  const seen = new Map<string, { heartbeatAt: number; sinceMs: number }>();
  const callbacks: ProcessDeadCallback[] = [];
  const lookCallbacks: (() => Promise<unknown>)[] = [];
  let alone = db.kind === 'sqlite';
  let cancelTimer = (): void => {};
  let beating: Promise<void> | undefined;
  let running = false;
  let lastBeat = 0;
  let isRegistered = false;
  let takesOver = true;
  let writing: Promise<void> | undefined;
  /** The last time at which the registration is known to exist, on both clocks. */
  let confirmed = { elapsedMs: Number.NEGATIVE_INFINITY, clockMs: Number.NEGATIVE_INFINITY };
  const lostCallbacks: (() => void)[] = [];

  /** Writes the heartbeat. Without a registration all work is abandoned before the process registers again. */
  const writeBeat = async (): Promise<void> => {
    const began = { elapsedMs: elapsedMs(), clockMs: clock.nowMs() };
    // Must differ from the last one even if the clock was set back. 0 is reserved.
    lastBeat = Math.max(clock.nowMs(), lastBeat + 1);
    const row = {
      id,
      host: hostname(),
      pid: process.pid,
      started_at: startedAtMs,
      heartbeat_at: lastBeat,
      newest_migration: newestMigration,
    };
    const isKept = isRegistered && (await writeHeartbeat(db.query, row));
    if (isKept) confirmed = began;
    else {
      if (isRegistered) {
        log.warn({ processId: id }, 'other processes consider this process dead; its rounds are abandoned');
        isRegistered = false;
        for (const callback of lostCallbacks) callback();
      }
      isRegistered = await register(db.query, row);
      if (isRegistered) confirmed = began;
    }
  };
  /** One at a time, for all callers. */
  const beat = (): Promise<void> => {
    writing ??= writeBeat().finally(() => {
      writing = undefined;
    });
    return writing;
  };

  const isDead = ({ id: other, heartbeat_at: heartbeatAt }: ProcessRow): boolean => {
    if (alone || heartbeatAt === stoppedCleanly || heartbeatAt === takenOver) return true;
    const known = seen.get(other);
    if (known?.heartbeatAt === heartbeatAt) return elapsedMs() - known.sinceMs >= deadAfterMs;
    seen.set(other, { heartbeatAt, sinceMs: elapsedMs() });
    return false;
  };

  const takeOver = async (row: ProcessRow): Promise<void> => {
    if (row.heartbeat_at !== takenOver && !(await markTakenOver(db.query, row))) return;
    const fields = { processId: row.id, host: row.host, pid: row.pid };
    if (row.heartbeat_at === stoppedCleanly)
      log.info(fields, 'taking over the remaining work of a process that has stopped');
    else log.warn(fields, 'taking over the work of a dead process');
    faultPoint('takeover-starting');
    for (const callback of callbacks) await callback(row.id);
    await deleteProcess(db.query, { ...row, heartbeat_at: takenOver });
    seen.delete(row.id);
  };

  const look = async (): Promise<void> => {
    const others = (await listProcesses(db.query)).filter((row) => row.id !== id);
    for (const row of others)
      if (takesOver && isDead(row))
        await takeOver(row).catch((error) =>
          log.error({ error, processId: row.id }, 'takeover failed and will be retried'),
        );
    if (takesOver) for (const callback of lookCallbacks) await callback();
    // The folder lock excludes other processes, and earlier ones have just been taken over.
    alone = false;
  };

  const tick = async (): Promise<void> => {
    try {
      await beat();
      await look();
    } catch (error) {
      log.error({ error }, 'the heartbeat of this process failed');
      // While we could not read, others may not have been able to write: their silence proves nothing.
      seen.clear();
    }
    if (running) cancelTimer = timer.after(heartbeatMs, startTick);
  };
  const startTick = (): void => {
    beating = tick();
  };

  return {
    id,
    /** Call it before `start`. If the callback throws, it is called again at the next heartbeat. */
    onProcessDead: (callback: ProcessDeadCallback): void => void callbacks.push(callback),
    /** Called at each check of the other processes, for work that belongs to none of them. Call it before `start`. */
    onLook: (callback: () => Promise<unknown>): void => void lookCallbacks.push(callback),
    /** Called when others have considered this process dead. Call it before `start`. */
    onRegistrationLost: (callback: () => void): void => void lostCallbacks.push(callback),
    /**
     * Ensures that this process still has its registration. If not, `onRegistrationLost` has been called afterwards.
     * Others wait for 20 s of silence, so the database is asked only if the last heartbeat is older than that. The
     * monotonic clock stops while a machine is suspended, and the wall clock may be set back: either is enough.
     */
    confirm: async (): Promise<void> => {
      const ageMs = Math.max(elapsedMs() - confirmed.elapsedMs, clock.nowMs() - confirmed.clockMs);
      if (ageMs < deadAfterMs) return;
      await beat().catch((error) => log.error({ error }, 'the heartbeat of this process failed'));
    },
    /** Resolves after the first check. */
    start: async (): Promise<void> => {
      running = true;
      startTick();
      await beating;
    },
    /** This process is about to stop: it takes over nothing more. */
    stopTakingOver: (): void => {
      takesOver = false;
    },
    /** Unregisters: the others take over remaining work at their next heartbeat. */
    stop: async (): Promise<void> => {
      running = false;
      cancelTimer();
      await beating;
      await markStopped(db.query, id);
    },
    /** All live processes, including this one. */
    list: async (): Promise<{ id: string; host: string; startedAtMs: number }[]> => {
      const rows = await listProcesses(db.query);
      return rows
        .filter((row) => row.id === id || !isDead(row))
        .map((row) => ({ id: row.id, host: row.host, startedAtMs: row.started_at }));
    },
    isAlive: async (processId: string): Promise<boolean> => {
      if (processId === id) return true;
      const row = await findProcess(db.query, processId);
      return row !== undefined && !isDead(row);
    },
  };
};

export type ProcessRegistry = ReturnType<typeof createProcessRegistry>;
