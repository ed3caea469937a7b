import type { Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { nextTimeMs } from '../../lib/schedule.ts';
import { findSetById, setNextRun } from '../sets/set-store.ts';
import type { TestSet } from '../sets/test-set.ts';
import { defaultConcurrency, type ManageRuns } from './manage-runs.ts';

export const scheduleQueue = 'test-run-schedule';

interface ScheduleJob {
  setId: string;
}

interface ScheduleDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  agents: Pick<Agents, 'findIn'>;
  runs: Pick<ManageRuns, 'startIn'>;
}

/** The job looks again at least this often, so that it also notices a schedule that changed while it ran. */
const longestWaitMs = 60 * 60 * 1000;
const retryMs = 60_000;

const jobIdOf = (setId: string): string => `test-schedule-${setId}`;

/** A job per set with a schedule. It starts the runs and reschedules itself. */
export const defineRunSchedule = ({ db, clock, jobs, agents, runs }: ScheduleDependencies) => {
  const startDue = async (tx: Handle, set: TestSet): Promise<void> => {
    const agent = await agents.findIn(tx, set.agentId);
    if (!agent || agent.deleted) return;
    try {
      // If a run is active, this time is skipped.
      await runs.startIn(tx, {
        agent,
        set,
        version: agent.version,
        usesFlowDraft: false,
        repeats: set.repeats,
        concurrency: defaultConcurrency,
        estimateNano: 0,
        startedBy: 'schedule',
        creatorEmail: '',
      });
    } catch (error) {
      // A set without cases, or with too many.
      if (!(error instanceof AppError)) throw error;
    }
  };

  const look = async (tx: Handle, setId: string, context: JobContext): Promise<void> => {
    const set = await findSetById(tx, setId);
    if (!set || set.nextRunAtMs === null) return context.completeIn(tx);
    const nowMs = clock.nowMs();
    let nextMs: number | null = set.nextRunAtMs;
    if (nextMs <= nowMs) {
      await startDue(tx, set);
      nextMs = nextTimeMs(set.schedule, nowMs);
      await setNextRun(tx, set.id, nextMs);
    }
    if (nextMs === null) await context.completeIn(tx);
    else await context.retryIn(tx, Math.min(nextMs, nowMs + longestWaitMs));
  };

  jobs.define<ScheduleJob>(
    scheduleQueue,
    ({ setId }, context) => db.transaction((tx) => look(tx, setId, context)),
    { concurrency: 2, leaseMs: 30_000, maxAttempts: Number.POSITIVE_INFINITY, retryDelayMs: () => retryMs },
  );

  return {
    /** Part of the transaction that changes the schedule. */
    follow: async (tx: Handle, set: Pick<TestSet, 'id' | 'workspaceId' | 'schedule'>): Promise<void> => {
      if (set.schedule === 'off') return;
      const id = jobIdOf(set.id);
      await jobs.enqueue(tx, scheduleQueue, { setId: set.id } satisfies ScheduleJob, {
        id,
        workspaceId: set.workspaceId,
      });
      await jobs.runNow(tx, id);
    },
  };
};

export type RunSchedule = ReturnType<typeof defineRunSchedule>;
