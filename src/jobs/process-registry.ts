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
  /** Time that only goes forward, whatever is done to the clock. */
  elapsedMs?: () => number;
}

/** Each process changes its row this often. */
export const heartbeatMs = 5000;
const deadAfterMs = 20_000;

/** Takes up what a dead process left. May be called more than once for one process, and by several others. */
export type ProcessDeadCallback = (processId: string) => Promise<void>;

/**
 * Who is alive on this database. Each process changes its row every 5 s; one whose row has not changed for
 * 20 s *as seen by us* is dead. Comparing its time stamp with our clock instead would take every machine
 * with a wrong clock for dead. The row goes when everything that was to be done about it is done.
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
  /** The last moment at which the registration is known to have been there, on both clocks. */
  let confirmed = { elapsedMs: Number.NEGATIVE_INFINITY, clockMs: Number.NEGATIVE_INFINITY };
  const lostCallbacks: (() => void)[] = [];

  /** Writes the heartbeat. Without a registration all work is given up before the process registers again. */
  const writeBeat = async (): Promise<void> => {
    const began = { elapsedMs: elapsedMs(), clockMs: clock.nowMs() };
    // Must differ from the last one even if the clock was set back; 0 is taken.
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
  /** One at a time, whoever asks for it. */
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
    log.warn({ processId: row.id, host: row.host, pid: row.pid }, 'taking over the work of a dead process');
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
    // The folder's lock keeps others out; who was there before us was looked after just now.
    alone = false;
  };

  const tick = async (): Promise<void> => {
    try {
      await beat();
      await look();
    } catch (error) {
      log.error({ error }, 'the heartbeat of this process failed');
      // While we could not look, the others may not have been able to write: their silence proves nothing.
      seen.clear();
    }
    if (running) cancelTimer = timer.after(heartbeatMs, startTick);
  };
  const startTick = (): void => {
    beating = tick();
  };

  return {
    id,
    /** To be called before `start`. If it throws it is called again at the next beat. */
    onProcessDead: (callback: ProcessDeadCallback): void => void callbacks.push(callback),
    /** Called at each look at the other processes, for what belongs to none of them. To be called before `start`. */
    onLook: (callback: () => Promise<unknown>): void => void lookCallbacks.push(callback),
    /** Called when others have taken this process for dead. To be called before `start`. */
    onRegistrationLost: (callback: () => void): void => void lostCallbacks.push(callback),
    /**
     * Makes sure that this process still has its registration; if not, `onRegistrationLost` has been called afterwards.
     * Others wait for 20 s of silence, so the database is asked only if the last heartbeat is older than that. The
     * monotonic clock stands still while a machine is suspended, the wall clock may be set back: either is enough.
     */
    confirm: async (): Promise<void> => {
      const ageMs = Math.max(elapsedMs() - confirmed.elapsedMs, clock.nowMs() - confirmed.clockMs);
      if (ageMs < deadAfterMs) return;
      await beat().catch((error) => log.error({ error }, 'the heartbeat of this process failed'));
    },
    /** Resolves after the first look around. */
    start: async (): Promise<void> => {
      running = true;
      startTick();
      await beating;
    },
    /** This process is about to stop: what others leave is for those that stay. */
    stopTakingOver: (): void => {
      takesOver = false;
    },
    /** Says good-bye: what is still ours is taken over at the others' next beat. */
    stop: async (): Promise<void> => {
      running = false;
      cancelTimer();
      await beating;
      await markStopped(db.query, id);
    },
    /** Who is here, this one included. */
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
