import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Handle } from '../db/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Embedders } from '../knowledge/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import type { Log } from '../lib/log.ts';
import { isTimeZone } from '../lib/opening-hours/zoned-time.ts';
import { findCursor, isBehind, lockFigures } from './change-store.ts';
import { collectedMs, createFollowChanges } from './follow-changes.ts';
import { keepFigures } from './keep-figures.ts';
import { type Report, readReport } from './report.ts';
import {
  findChannels,
  findToolNames,
  type ReportFilter,
  readTools,
  readUnusedDocuments,
  readUsedDocuments,
  sumByAgent,
} from './report-store.ts';
import { createAssignTopics } from './unanswered/assign-topics.ts';
import { createTopics } from './unanswered/topics.ts';
import { findZone, saveZone } from './zone-store.ts';

interface AnalyticsDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'define' | 'enqueue' | 'runNow'>;
  embedders: Pick<Embedders, 'for'>;
}

const queue = 'analytics';
const everyMs = 30_000;
const retryMs = 60_000;
const leaseMs = 120_000;

/**
 * Figures of agents by day, in roll-up tables that a job keeps. The job reschedules itself instead of ending, so that it runs
 * once with several processes. At the first start it counts everything that is there.
 */
export const createAnalytics = ({ db, clock, log, jobs, embedders }: AnalyticsDependencies) => {
  const followChanges = createFollowChanges({ db, clock });
  const assignTopics = createAssignTopics({ db, clock, embedders });
  const topics = createTopics({ db, clock });

  jobs.define(
    queue,
    async (_payload, { retryIn, heartbeat, signal }) => {
      let batchAt = performance.now();
      const onBatch = async (): Promise<void> => {
        await heartbeat();
        // On SQLite all other writers wait for a batch: they get at least as much time as it took.
        await delay(db.kind === 'sqlite' ? performance.now() - batchAt : 0, undefined, { signal });
        batchAt = performance.now();
      };
      await followChanges({ signal, onBatch });
      // The server of the embedding model may be away. The questions wait.
      await assignTopics({ signal, onBatch }).catch((err) => {
        signal.throwIfAborted();
        log.warn({ err }, 'unanswered questions could not be grouped');
      });
      await topics.sweep();
      await db.transaction((tx) => retryIn(tx, clock.nowMs() + everyMs));
    },
    { concurrency: 1, leaseMs, maxAttempts: Number.POSITIVE_INFINITY, retryDelayMs: () => retryMs },
  );

  return {
    start: (): Promise<unknown> => db.transaction((tx) => jobs.enqueue(tx, queue, null, { id: queue })),

    /** Counts what is not counted yet, without waiting for the job. */
    followChanges,
    /** Groups unanswered questions that have no topic yet. */
    assignTopics: () => assignTopics({ signal: new AbortController().signal, onBatch: () => delay(0) }),
    topics,

    report: (filter: ReportFilter): Promise<Report> => readReport(db.query, filter),
    byAgent: (filter: ReportFilter) => sumByAgent(db.query, filter),
    channels: (workspaceId: string) => findChannels(db.query, workspaceId),
    toolNames: (scope: Pick<ReportFilter, 'workspaceId' | 'agentId'>, limit: number) =>
      findToolNames(db.query, scope, limit),
    tools: (filter: ReportFilter, limit: number) => readTools(db.query, filter, limit),
    usedDocuments: (filter: ReportFilter, limit: number) => readUsedDocuments(db.query, filter, limit),
    unusedDocuments: (filter: ReportFilter, limit: number) => readUnusedDocuments(db.query, filter, limit),

    /** The time zone of the days of a workspace, and how current its figures are. */
    state: async (workspaceId: string) => {
      const { timeZone, movedToId } = await findZone(db.query, workspaceId);
      const cursor = await findCursor(db.query, 'rounds');
      return {
        timeZone,
        /** The figures are still being counted, or moved to the time zone. */
        isIncomplete: movedToId !== null || (await isBehind(db.query, clock.nowMs())),
        updatedAtMs: cursor === undefined ? null : Number(cursor.scannedAtMs),
      };
    },

    /** No other transaction changes the figures until this one ends. */
    lockFigures: (tx: Handle): Promise<void> => lockFigures(tx, clock.nowMs()),
    /** The figures of past days stay, although `work` deletes these conversations. */
    keepFigures: <Result>(
      tx: Handle,
      { workspaceId, conversationIds }: { workspaceId: string; conversationIds: readonly string[] },
      work: () => Promise<Result>,
    ): Promise<Result> => {
      const nowMs = clock.nowMs();
      const questionsSinceMs = nowMs - collectedMs;
      return keepFigures(tx, { workspaceId, conversationIds, nowMs, questionsSinceMs, work });
    },

    /** Moves all days of the workspace to another time zone. The job does it. */
    setTimeZone: async (tx: Handle, workspaceId: string, timeZone: string): Promise<void> => {
      if (!isTimeZone(timeZone))
        throw new AppError(
          'invalidParameter',
          'timeZone: must be an IANA time zone, for example Europe/Berlin',
        );
      const { timeZone: before } = await findZone(tx, workspaceId);
      if (before === timeZone) return;
      await saveZone(tx, workspaceId, { timeZone, movedToId: '' });
      await jobs.runNow(tx, queue);
    },
  };
};

export type Analytics = ReturnType<typeof createAnalytics>;
