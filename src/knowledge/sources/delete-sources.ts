import { setTimeout as delay } from 'node:timers/promises';
import type { Agents } from '../../agents/index.ts';
import { afterCommit, type Database, type Handle } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createRemoveDocuments, removedAtOnce } from '../documents/remove-documents.ts';
import { leaseMs, withHeartbeat } from '../ingest/with-heartbeat.ts';
import { changeRun, listRuns } from './run-store.ts';
import type { Source } from './source.ts';
import {
  deleteSource,
  documentIdsOfSource,
  findAnySource,
  findDeletion,
  listDeletedSources,
  releaseDocuments,
  updateSource,
} from './source-store.ts';

interface DeletionJob {
  sourceId: string;
}

interface DeletionDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  agents: Pick<Agents, 'find'>;
}

const deletionQueue = 'knowledge-source-deletion';
const retryMs = 10_000;
/** How long a request waits for the end. */
const waitMs = 10_000;
const lookMs = 50;

const jobIdOf = (sourceId: string): string => `delete-source-${sourceId}`;

/** The deletion of a source is a job, because there may be very many documents. Must be created before the jobs start. */
export const defineSourceDeletion = ({ db, clock, jobs, agents }: DeletionDependencies) => {
  const { remove: removeDocuments, removeIn } = createRemoveDocuments({ db, jobs });

  const enqueue = async (tx: Handle, source: Pick<Source, 'id' | 'workspaceId'>): Promise<void> => {
    const id = jobIdOf(source.id);
    await jobs.enqueue(tx, deletionQueue, { sourceId: source.id } satisfies DeletionJob, {
      id,
      workspaceId: source.workspaceId,
    });
    await jobs.runNow(tx, id);
  };

  const attempt = async ({ sourceId }: DeletionJob, context: JobContext): Promise<void> => {
    const source = await findAnySource(db.query, sourceId);
    if (!source?.isDeleting) return;
    const agent = await agents.find(source.agentId);
    const documents = await findDeletion(db.query, sourceId);
    for (let isDone = documents !== 'delete' || !agent; !isDone; ) {
      context.signal.throwIfAborted();
      const ids = await documentIdsOfSource(db.query, sourceId, removedAtOnce);
      if (ids.length > 0) await removeDocuments(agent!, ids);
      else isDone = true;
    }
    await db.transaction(async (tx) => {
      // Also those that were added since.
      if (documents === 'delete')
        await removeIn(tx, source.agentId, await documentIdsOfSource(tx, sourceId, removedAtOnce));
      await releaseDocuments(tx, sourceId);
      await deleteSource(tx, sourceId);
      await context.completeIn(tx);
      faultPoint('source-deleting');
    });
  };

  jobs.define<DeletionJob>(deletionQueue, withHeartbeat(attempt), {
    concurrency: 2,
    leaseMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => retryMs,
  });

  return {
    /** From the commit on, its run stores nothing, and it cannot be started. */
    startDeletion: async (tx: Handle, source: Source, documents: 'keep' | 'delete'): Promise<void> => {
      await updateSource(tx, source.id, { is_deleting: 1, next_sync_at: null, deletion: documents });
      const [newest] = (await listRuns(tx, source.id, { offset: 0, limit: 1 })).runs;
      if (newest) await changeRun(tx, newest.id, { status: 'cancelled', ended_at: clock.nowMs() });
      await enqueue(tx, source);
      afterCommit(tx, () => faultPoint('source-stopped'));
    },
    /** Resolves when the source is deleted, or after some seconds. The job continues then. */
    untilDeleted: async (source: Source): Promise<void> => {
      const endMs = performance.now() + waitMs;
      while ((await findAnySource(db.query, source.id)) && performance.now() < endMs) await delay(lookMs);
    },
    /** Of versions in which a deletion was no job and could be interrupted. */
    resumeDeletions: async (): Promise<void> => {
      for (const source of await listDeletedSources(db.query))
        await db.transaction((tx) => enqueue(tx, source));
    },
  };
};
