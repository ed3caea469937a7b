import { setTimeout as delay } from 'node:timers/promises';
import { type Audit, serviceActor } from '../audit/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Files } from '../files/index.ts';
import type { JobContext } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import {
  addDeleted,
  type DeletedCounts,
  deletedOf,
  endRun,
  lockRetention,
  noneDeleted,
  type RetentionRow,
  startRun,
} from './retention-store.ts';
import { createStages, type Stage, type StageDependencies } from './stages.ts';

export interface RunDependencies extends StageDependencies {
  db: Database;
  clock: Clock;
  audit: Pick<Audit, 'record'>;
  files: Pick<Files, 'removeContents'>;
  /** For metrics. */
  onDeleted(counts: DeletedCounts): void;
}

type RunContext = Pick<JobContext, 'signal' | 'heartbeat' | 'completeIn' | 'retryIn'>;

/** After this time a run makes room for the agents of other workspaces, and continues in its turn. */
const turnMs = 20_000;

const isRunning = (row: RetentionRow): boolean => row.run_started_at !== null && row.run_ended_at === null;

/**
 * One run of an agent: deletes in short transactions until nothing is left. Each transaction counts what it deletes in the
 * row of the agent, so that a run which is interrupted continues with the right counts.
 */
export const createRunRetention = (deps: RunDependencies) => {
  const { db, clock, audit, files } = deps;
  const stages = createStages(deps);

  /** False: the agent has no settings. */
  const start = (agentId: string): Promise<boolean> =>
    db.transaction(async (tx) => {
      const row = await lockRetention(tx, agentId);
      if (row && !isRunning(row)) await startRun(tx, agentId, clock.nowMs());
      return row !== undefined;
    });

  /** The settings are read for each batch: nothing is deleted after somebody has changed them. */
  const deleteBatch = async (agentId: string, stage: Stage, after: unknown): Promise<unknown> => {
    const { counts, fileIds, next } = await db.transaction(async (tx) => {
      const row = await lockRetention(tx, agentId);
      const result = await stage(tx, { row: row!, nowMs: clock.nowMs(), after });
      const counts = { ...noneDeleted, ...result.deleted };
      await addDeleted(tx, agentId, counts);
      faultPoint('erasure-deleting');
      return { counts, fileIds: result.fileIds ?? [], next: result.next };
    });
    faultPoint('erasure-committed');
    deps.onDeleted(counts);
    // A job of the transaction removes them if this fails.
    if (fileIds.length > 0) await files.removeContents(fileIds).catch(() => {});
    return next;
  };

  const recordEnd = async (tx: Handle, row: RetentionRow): Promise<void> => {
    await endRun(tx, row.agent_id, clock.nowMs());
    const deleted = Object.entries(deletedOf(row)).filter(([, count]) => count > 0);
    if (deleted.length === 0) return;
    await audit.record(tx, {
      workspaceId: row.workspace_id,
      actor: serviceActor,
      action: 'retention.run',
      targetId: row.agent_id,
      changes: Object.fromEntries(deleted.map(([name, count]) => [name, [count, 0]])),
    });
  };

  const end = (agentId: string, { completeIn }: RunContext): Promise<void> =>
    db.transaction(async (tx) => {
      const row = await lockRetention(tx, agentId);
      if (row) await recordEnd(tx, row);
      await completeIn(tx);
    });

  return async (agentId: string, context: RunContext): Promise<void> => {
    if (!(await start(agentId))) return;
    const startedMs = performance.now();
    for (const stage of stages)
      for (let after: unknown; ; ) {
        context.signal.throwIfAborted();
        const batchMs = performance.now();
        after = await deleteBatch(agentId, stage, after);
        if (after === undefined) break;
        await context.heartbeat();
        if (performance.now() - startedMs > turnMs) return db.transaction((tx) => context.retryIn(tx, 0));
        // Messages of users get at least as much time as the batch took.
        await delay(performance.now() - batchMs, undefined, { signal: context.signal });
      }
    await end(agentId, context);
  };
};
