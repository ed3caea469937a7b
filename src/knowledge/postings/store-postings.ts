import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { recordChanges } from '../documents/record-changes.ts';
import type { PrepareHandlers } from '../ingest/prepare-thread.ts';
import { enqueueLaterPostings, enqueuePostings, type PostingsJob } from '../queues.ts';
import {
  agentsWithoutPostings,
  agentsWithUnstored,
  completeSegments,
  lockUnposted,
  nextUnposted,
  pageOfTerms,
  type Unposted,
} from './fill-store.ts';
import type { Page } from './pages.ts';
import { planMerge } from './plan-merge.ts';
import {
  assignSegments,
  condemnRuns,
  countUnstored,
  createRun,
  deleteRun,
  finishRun,
  insertPages,
  listRuns,
  lockUnstored,
  moveSegments,
  pagesInRange,
  type Run,
  retireRuns,
  segmentsOfRuns,
  servedBy,
  termsOfChunks,
  unstoredSegments,
} from './run-store.ts';
import { addSegments, deleteSegments, mostChunks } from './segment-store.ts';

/** Fewer chunks without a run are searched in memory. About 2.6 kB each. */
const unstoredLimit = 1000;
const chunksOfNewRun = 4000;
/** About 400 kB of terms are read at once. */
const termsAtOnce = 400;
/** Chunks that get segments in one statement: full ones, and about 300 kB of terms. */
const filledAtOnce = 5 * mostChunks;
const pagesAtOnce = 500;
const deletedAtOnce = 2000;
/** Pages of this size together are merged at once. */
const mergedBytes = 1_000_000;
const termRange = 2 ** 48;
/** When the postings of deleted chunks are removed, at the latest. */
const purgeAfterMs = 24 * 60 * 60 * 1000;

interface StorePostingsDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  thread: Thread<PrepareHandlers>;
  limit?: number;
}

const bytesOf = (pages: readonly Page[]): number => pages.reduce((sum, { data }) => sum + data.length, 0);

/**
 * Moves the postings of an agent from its chunks to runs, merges small runs into larger ones and removes postings of
 * deleted chunks. Searches meanwhile use the runs that were ready before. PostgreSQL only.
 */
export const createStorePostings = ({
  db,
  clock,
  jobs,
  thread,
  limit = unstoredLimit,
}: StorePostingsDependencies) => {
  const writePages = async (run: number, pages: readonly Page[]): Promise<void> => {
    for (let at = 0; at < pages.length; at += pagesAtOnce) {
      await insertPages(db.query, run, pages.slice(at, at + pagesAtOnce));
      await nextTick();
    }
  };

  const continueJob = async (context: JobContext): Promise<void> => {
    context.signal.throwIfAborted();
    await context.heartbeat();
  };

  /**
   * Makes the segments of an upload that was stored by an earlier version, or by another database. In one transaction:
   * a process that lost its lease leaves nothing behind, and the next one waits until it has ended.
   */
  const fill = (place: Unposted, context: JobContext): Promise<void> =>
    db.transaction(async (tx) => {
      if (!(await lockUnposted(tx, place))) return;
      await deleteSegments(tx, { uploadId: place.uploadId });
      for (let after = -1; ; ) {
        context.signal.throwIfAborted();
        const chunks = await pageOfTerms(tx, place.uploadId, { after, limit: filledAtOnce });
        await addSegments(tx, [{ place, chunks }]);
        if (chunks.length < filledAtOnce) break;
        after = chunks.at(-1)!.position;
      }
      await completeSegments(tx, place);
      await recordChanges(tx, place.agentId, [place.documentId], 0);
    });

  const readTerms = async (numbers: readonly number[]): Promise<Map<number, Uint8Array>> => {
    const all = new Map<number, Uint8Array>();
    for (let at = 0; at < numbers.length; at += termsAtOnce) {
      const some = await termsOfChunks(db.query, numbers.slice(at, at + termsAtOnce));
      for (const [number, terms] of some) all.set(number, terms);
    }
    return all;
  };

  const storeSome = async (agentId: string, context: JobContext): Promise<void> => {
    const segments = await unstoredSegments(db.query, agentId, chunksOfNewRun);
    const terms = await readTerms(segments.flatMap(({ chunkNumbers }) => chunkNumbers));
    // Chunks that were deleted meanwhile have no terms. Their segment is gone then, or about to be replaced.
    const none = new Uint8Array(0);
    const pages = await thread.call('invertSegments', {
      segments: segments.map(({ number, chunkNumbers }) => ({
        segment: number,
        terms: chunkNumbers.map((chunk) => terms.get(chunk) ?? none),
      })),
    });
    await continueJob(context);
    const run = await createRun(db.query, agentId, clock.nowMs());
    await writePages(run, pages);
    await db.transaction(async (tx) => {
      const living = new Set(
        await lockUnstored(
          tx,
          segments.map(({ number }) => number),
        ),
      );
      const stored = segments.filter(({ number }) => living.has(number));
      const chunkCount = stored.reduce((sum, { chunkNumbers }) => sum + chunkNumbers.length, 0);
      await finishRun(tx, run, { chunkCount, byteCount: bytesOf(pages) });
      if (stored.length === 0) return;
      await assignSegments(tx, run, [...living]);
      // Every process then reads these documents again, and forgets the terms of their chunks.
      const uploadIds = [...new Set(stored.map(({ uploadId }) => uploadId))];
      await recordChanges(tx, agentId, await servedBy(tx, uploadIds), 0);
    });
  };

  const merge = async (agentId: string, runs: readonly Run[], context: JobContext): Promise<void> => {
    const numbers = runs.map(({ number }) => number);
    const segments = await segmentsOfRuns(db.query, numbers);
    const living = Float64Array.from(segments, ({ number }) => number);
    const total = runs.reduce((sum, { byteCount }) => sum + byteCount, 0);
    const slices = Math.max(1, Math.ceil(total / mergedBytes));
    const run = await createRun(db.query, agentId, clock.nowMs());
    let byteCount = 0;
    for (let slice = 0; slice < slices && living.length > 0; slice += 1) {
      await continueJob(context);
      const from = Math.floor((termRange / slices) * slice);
      const to = slice === slices - 1 ? termRange : Math.floor((termRange / slices) * (slice + 1));
      const pages = await thread.call('mergePages', {
        from,
        to,
        pages: await pagesInRange(db.query, numbers, { from, to }),
        living,
      });
      byteCount += bytesOf(pages);
      await writePages(run, pages);
    }
    await db.transaction(async (tx) => {
      const chunkCount = segments.reduce((sum, segment) => sum + segment.chunkCount, 0);
      await finishRun(tx, run, { chunkCount, byteCount });
      await retireRuns(tx, living.length === 0 ? [...numbers, run] : numbers);
      await moveSegments(tx, numbers, run);
    });
  };

  const deleteOld = async (agentId: string, context: JobContext): Promise<void> => {
    for (const run of await condemnRuns(db.query, agentId))
      while (!(await deleteRun(db.query, run, deletedAtOnce))) await continueJob(context);
  };

  const mergeAll = async (agentId: string, context: JobContext): Promise<void> => {
    for (;;) {
      await continueJob(context);
      const runs = planMerge(await listRuns(db.query, agentId), clock.nowMs() - purgeAfterMs);
      if (runs.length === 0) return;
      await merge(agentId, runs, context);
      await deleteOld(agentId, context);
    }
  };

  const run = async ({ agentId, isReminder }: PostingsJob, context: JobContext): Promise<void> => {
    if (isReminder) {
      await enqueuePostings(db.query, jobs, agentId);
      return;
    }
    await deleteOld(agentId, context);
    for (;;) {
      const place = await nextUnposted(db.query, agentId);
      if (!place) break;
      await fill(place, context);
    }
    // Merged in between, because searches read every run.
    while ((await countUnstored(db.query, agentId)) >= limit) {
      await continueJob(context);
      await storeSome(agentId, context);
      await mergeAll(agentId, context);
    }
    await mergeAll(agentId, context);
  };

  return {
    run,
    /** After chunks were stored. */
    chunksStored: async (agentId: string): Promise<void> => {
      if (db.kind === 'postgres' && (await countUnstored(db.query, agentId)) >= limit)
        await enqueuePostings(db.query, jobs, agentId);
    },
    /** After chunks were deleted whose postings runs have. */
    chunksDeleted: async (agentIds: readonly string[]): Promise<void> => {
      for (const agentId of agentIds) {
        await enqueuePostings(db.query, jobs, agentId);
        await enqueueLaterPostings(db.query, jobs, agentId, clock.nowMs() + purgeAfterMs + 60_000);
      }
    },
    /** Called once at the start. */
    enqueueOutdated: async (): Promise<void> => {
      if (db.kind !== 'postgres') return;
      const agentIds = new Set([
        ...(await agentsWithoutPostings(db.query)),
        ...(await agentsWithUnstored(db.query, limit)),
      ]);
      for (const agentId of agentIds) await enqueuePostings(db.query, jobs, agentId);
    },
  };
};
