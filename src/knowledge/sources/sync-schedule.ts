import type { Database, Handle } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { nextTimeMs } from '../../lib/schedule.ts';
import type { Source } from './source.ts';
import { findAnySource, updateSource } from './source-store.ts';
import { startRun } from './start-run.ts';

export const scheduleQueue = 'knowledge-sync-schedule';

interface ScheduleJob {
  sourceId: string;
}

/** The job looks again at least this often, so that it also notices a schedule that changed while it ran. */
const longestWaitMs = 60 * 60 * 1000;
const retryMs = 60_000;

const jobIdOf = (sourceId: string): string => `sync-schedule-${sourceId}`;

/** A job per source with a schedule. It starts the runs and reschedules itself. */
export const defineSyncSchedule = ({ db, clock, jobs }: { db: Database; clock: Clock; jobs: Jobs }) => {
  const look = async (tx: Handle, sourceId: string, context: JobContext): Promise<void> => {
    const source = await findAnySource(tx, sourceId);
    if (!source || source.isDeleting || source.nextSyncAtMs === null) return context.completeIn(tx);
    const nowMs = clock.nowMs();
    let nextMs: number | null = source.nextSyncAtMs;
    if (nextMs <= nowMs) {
      // If a run is active, this time is skipped.
      await startRun(tx, jobs, { source, startedBy: 'schedule', nowMs });
      nextMs = nextTimeMs(source.schedule, nowMs);
      await updateSource(tx, source.id, { next_sync_at: nextMs });
    }
    if (nextMs === null) await context.completeIn(tx);
    else await context.retryIn(tx, Math.min(nextMs, nowMs + longestWaitMs));
  };

  jobs.define<ScheduleJob>(
    scheduleQueue,
    ({ sourceId }, context) => db.transaction((tx) => look(tx, sourceId, context)),
    { concurrency: 2, leaseMs: 30_000, maxAttempts: Number.POSITIVE_INFINITY, retryDelayMs: () => retryMs },
  );

  return {
    /** Part of the transaction that changes the schedule. */
    follow: async (tx: Handle, source: Pick<Source, 'id' | 'workspaceId' | 'schedule'>): Promise<void> => {
      if (source.schedule === 'off') return;
      const id = jobIdOf(source.id);
      await jobs.enqueue(tx, scheduleQueue, { sourceId: source.id } satisfies ScheduleJob, {
        id,
        workspaceId: source.workspaceId,
      });
      await jobs.runNow(tx, id);
    },
  };
};

export type SyncSchedule = ReturnType<typeof defineSyncSchedule>;
