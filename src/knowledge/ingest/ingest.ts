import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { JobContext } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createGather } from '../../lib/gather/gather.ts';
import type { Log } from '../../lib/log.ts';
import { searchableText } from '../chunk/index.ts';
import {
  type DocumentRow,
  lockPending,
  markAllProcessing,
  markFailed,
  markProcessing,
  markWaiting,
} from '../documents/document-states.ts';
import { findPendingUploads, type PendingUpload } from '../documents/document-store.ts';
import type { Embedders } from '../embedders.ts';
import { analysisVersion } from '../keywords/index.ts';
import { beginSegments } from '../postings/segment-store.ts';
import type { IngestJob } from '../queues.ts';
import { countStaged, modelsOf, type StagedChunk, setTermsVersion, stageChunks } from './chunk-store.ts';
import { embedPassages } from './embed-passages.ts';
import { createPageProgress } from './page-progress.ts';
import type { PayIndexing } from './pay-indexing.ts';
import { chunksAtOnce, type PrepareDocument, type PreparedDocument } from './prepare-documents.ts';
import type { PreparedChunk, WholeDocument } from './prepare-thread.ts';
import { DocumentError, type DocumentReading, type ReadDocumentContent } from './read-document.ts';
import type { CompleteDocument, ServeDocument } from './serve-documents.ts';
import { createStageReport, type StageReport } from './stage-report.ts';
import { timeStage } from './stage-times.ts';

export interface IngestDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  embedders: Embedders;
  prepare: PrepareDocument;
  serve: ServeDocument;
  readDocument: ReadDocumentContent;
  payIndexing: PayIndexing;
  /** Called after chunks have been stored, before the document serves them. */
  onStored(agentId: string): Promise<void>;
}

/** Documents whose rows are read in one query. */
const documentsAtOnce = 32;

/** The document was deleted or has a newer upload, so this work is obsolete. */
class Superseded extends Error {}

type Progress = Pick<DocumentRow, 'stage' | 'stage_done' | 'stage_total'>;

type Complete = Omit<CompleteDocument, 'chunks' | 'models' | 'words'>;

interface Work extends PendingUpload {
  job: IngestJob;
  owner: FairOwner;
  context: JobContext;
  stages: StageReport<Progress>;
}

/**
 * From an upload to searchable chunks. Small documents that are processed at the same time share their statements, see
 * `createGather`. After a crash a long document continues after its last stored batch.
 */
export const createIngest = (dependencies: IngestDependencies) => {
  const { db, clock, log, embedders, prepare, serve, readDocument, payIndexing } = dependencies;

  const markStage = async (job: IngestJob, progress: Progress): Promise<void> => {
    if (!(await markProcessing(db.query, job, progress))) throw new Superseded();
  };

  const findPending = createGather<IngestJob, PendingUpload | undefined>({
    most: documentsAtOnce,
    run: async (jobs) => {
      await markAllProcessing(db.query, jobs, { stage: 'parse', stage_done: 0, stage_total: 0 });
      const found = await findPendingUploads(
        db.query,
        jobs.map(({ uploadId }) => uploadId),
      );
      return jobs.map(({ uploadId }) => found.get(uploadId));
    },
  });

  const findWork = async (job: IngestJob, context: JobContext): Promise<Work | undefined> => {
    const pending = await findPending(job);
    if (!pending) return undefined;
    // Documents of a workspace take turns, so that a long one does not delay the others.
    const owner = { workspaceId: context.workspaceId ?? '', userId: job.uploadId };
    const stages = createStageReport((progress: Progress) => markStage(job, progress));
    return { ...pending, job, owner, context, stages };
  };

  const read = async ({ job, upload, kind, name, owner, context }: Work): Promise<DocumentReading> => {
    const { onProgress, end } = createPageProgress(clock, ({ page, pages }) =>
      markStage(job, { stage: 'parse', stage_done: page, stage_total: pages }),
    );
    try {
      return await readDocument(
        { kind, name, format: upload.format, fileId: upload.file_id },
        { owner, signal: context.signal, onProgress },
      );
    } finally {
      await end();
    }
  };

  const embed = async (work: Work, chunks: readonly PreparedChunk[]): Promise<StagedChunk[]> => {
    const { signal } = work.context;
    const enabled = chunks.filter((chunk) => chunk.isEnabled);
    const texts = enabled.map(searchableText);
    const vectors = await timeStage('embed', () => embedPassages(embedders, texts, signal, work.owner));
    signal.throwIfAborted();
    const vectorOf = new Map(enabled.map((chunk, index) => [chunk.position, vectors[index]]));
    return chunks.map((chunk) => ({ ...chunk, vector: vectorOf.get(chunk.position) }));
  };

  const storeBatch = async (work: Work, { thread, storedCount }: PreparedDocument, from: number) => {
    const { job, agentId, upload } = work;
    const chunks = await timeStage('chunk', () =>
      thread.call('take', { key: upload.id, from, count: chunksAtOnce }),
    );
    const staged = await embed(work, chunks);
    const store = () =>
      db.transaction(async (tx) => {
        if (!(await lockPending(tx, [job])).has(upload.id)) throw new Superseded();
        await stageChunks(tx, [{ place: { agentId, ...job }, chunks: staged }]);
        // If an older process stored the first chunks, its version stays, and all are analysed again later.
        if (from === 0) {
          await setTermsVersion(tx, upload.id, analysisVersion);
          await beginSegments(tx, [upload.id]);
        }
        const done = from + chunks.length;
        await markProcessing(tx, job, { stage: 'embed', stage_done: done, stage_total: storedCount });
        faultPoint('chunks-storing');
      });
    await work.stages.end();
    await timeStage('store', store);
    faultPoint('chunks-stored');
    await dependencies.onStored(agentId);
    return from + chunks.length;
  };

  /** Stores a long document in batches. Its chunks are found only after the last one. */
  const storeInBatches = async (work: Work, prepared: PreparedDocument): Promise<void> => {
    const { upload, stages } = work;
    let stored = await countStaged(db.query, upload.id);
    await stages.enter({ stage: 'embed', stage_done: stored, stage_total: prepared.storedCount });
    while (stored < prepared.storedCount) {
      stored = await storeBatch(work, prepared, stored);
      await nextTick();
    }
  };

  /** A small document is stored with others, in the transaction that makes it searchable. */
  const storeWhole = async (work: Work, complete: Complete, whole: WholeDocument): Promise<void> => {
    const { stages } = work;
    await stages.enter({ stage: 'embed', stage_done: 0, stage_total: whole.chunks.length });
    const chunks = await embed(work, whole.chunks);
    const models = [...new Set(chunks.flatMap(({ vector }) => vector?.model ?? []))].sort();
    await stages.end();
    await timeStage('store', () => serve({ ...complete, chunks, models, words: whole.words }));
  };

  const storeLong = async (work: Work, complete: Complete, prepared: PreparedDocument): Promise<void> => {
    const { upload } = work;
    const { thread } = prepared;
    try {
      await storeInBatches(work, prepared);
      const models = await modelsOf(db.query, upload.id);
      const words = await thread.call('words', { key: upload.id });
      await timeStage('store', () => serve({ ...complete, chunks: undefined, models, words }));
    } finally {
      await thread.call('close', { key: upload.id }).catch(() => {});
    }
  };

  const run = async (work: Work): Promise<void> => {
    const { job, upload, agentId, context, stages } = work;
    try {
      const prepared = await prepare(
        work,
        () => read(work),
        () => stages.enter({ stage: 'chunk', stage_done: 0, stage_total: 0 }),
      );
      faultPoint('document-chunked');
      const bill = await payIndexing({ id: upload.id, agentId, tokens: prepared.tokenCount });
      await bill.check();
      const complete = { job, context, agentId, upload, figures: prepared, bill };
      await (prepared.whole
        ? storeWhole(work, complete, prepared.whole)
        : storeLong(work, complete, prepared));
    } finally {
      await stages.end();
    }
  };

  const fail = (job: IngestJob, reason: string, context: JobContext): Promise<void> =>
    db.transaction(async (tx) => {
      await context.completeIn(tx);
      await markFailed(tx, job, reason, clock.nowMs());
      faultPoint('document-failing');
    });

  return async (job: IngestJob, context: JobContext): Promise<void> => {
    const work = await findWork(job, context);
    if (!work) return;
    faultPoint('document-claimed');
    try {
      await run(work);
    } catch (error) {
      if (error instanceof Superseded) return;
      if (error instanceof DocumentError) {
        log.info({ documentId: job.documentId, reason: error.message }, 'a document failed');
        return await fail(job, error.message, context);
      }
      if (!context.signal.aborted) await markWaiting(db.query, job);
      throw error;
    }
  };
};
