import type { Database } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { ObjectContent } from '../content/object-content.ts';
import { filterExisting } from '../file-store.ts';

interface SweepDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  /** Undefined: no object storage is configured. */
  content: ObjectContent | undefined;
  /** At most 1,000. */
  pageSize?: number;
}

interface Swept {
  objects: number;
  uploads: number;
}

const queue = 'object-sweep';
const hourMs = 60 * 60 * 1000;
const everyMs = 24 * hourMs;
/** The row of a file is committed at most minutes after its object. */
const safeAgeMs = 24 * hourMs;

/**
 * Removes objects that no file refers to, and ends uploads that were not completed: their process ended between the
 * upload and the commit, or between the deletion of a row and that of its object. Once a day, in one process.
 */
export const createObjectSweep = ({ db, clock, log, jobs, content, pageSize = 1000 }: SweepDependencies) => {
  const sweepObjects = async (
    { bucket, prefix, idOf, remove }: ObjectContent,
    beforeMs: number,
    proceed: () => Promise<void>,
  ): Promise<number> => {
    let removed = 0;
    for (let token: string | undefined; ; ) {
      const { objects, nextToken } = await bucket.list(prefix, { token, limit: pageSize });
      const old = objects.filter(({ modifiedMs }) => modifiedMs > 0 && modifiedMs < beforeMs);
      const ids = old.map(({ key }) => idOf(key)).filter((id) => id !== undefined);
      const existing = await filterExisting(db.query, ids);
      const orphans = ids.filter((id) => !existing.has(id));
      await proceed();
      await remove(orphans);
      removed += orphans.length;
      if (nextToken === undefined) return removed;
      if (nextToken === '' || nextToken === token)
        throw new Error('The storage repeats parts of the listing');
      token = nextToken;
    }
  };

  const sweepUploads = async (
    { bucket, prefix, idOf }: ObjectContent,
    beforeMs: number,
    proceed: () => Promise<void>,
  ): Promise<number> => {
    let ended = 0;
    for (let after: { key: string; uploadId: string } | undefined; ; ) {
      const { uploads, next } = await bucket.listUploads(prefix, { after, limit: pageSize });
      await proceed();
      for (const { key, uploadId, startedMs } of uploads)
        if (idOf(key) !== undefined && startedMs > 0 && startedMs < beforeMs) {
          await bucket.abortUpload(key, uploadId);
          ended += 1;
        }
      if (next === undefined) return ended;
      if (next.key === after?.key && next.uploadId === after.uploadId)
        throw new Error('The storage repeats parts of the list of uploads');
      after = next;
    }
  };

  /** @param proceed called between two pages. Throws if another process has taken over. */
  const run = async (proceed: () => Promise<void> = async () => {}): Promise<Swept> => {
    if (!content) return { objects: 0, uploads: 0 };
    const beforeMs = clock.nowMs() - safeAgeMs;
    return {
      objects: await sweepObjects(content, beforeMs, proceed),
      uploads: await sweepUploads(content, beforeMs, proceed),
    };
  };

  const proceedWith =
    ({ heartbeat, signal }: JobContext) =>
    async (): Promise<void> => {
      signal.throwIfAborted();
      if (!(await heartbeat())) throw new Error('Another process sweeps the object storage');
    };

  jobs.define(
    queue,
    async (_payload, context) => {
      // It is not configured any more: the job ends.
      if (!content) return;
      const { objects, uploads } = await run(proceedWith(context));
      if (objects + uploads > 0) log.info({ objects, uploads }, 'removed objects without a file');
      await db.transaction((tx) => context.retryIn(tx, clock.nowMs() + everyMs));
    },
    {
      concurrency: 1,
      leaseMs: 600_000,
      maxAttempts: Number.POSITIVE_INFINITY,
      retryDelayMs: () => hourMs,
    },
  );

  return {
    run,
    start: async (): Promise<void> => {
      if (content) await db.transaction((tx) => jobs.enqueue(tx, queue, null, { id: queue }));
    },
  };
};
