import type { Database, Handle } from '../../db/index.ts';
import { completeAllIn, type JobContext, type Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createGather } from '../../lib/gather/gather.ts';
import { lockPending, type PendingState, serveUploads } from '../documents/document-states.ts';
import type { UploadRow } from '../documents/document-store.ts';
import { recordChanges } from '../documents/record-changes.ts';
import { deleteEditsOf } from '../edit/edit-store.ts';
import { analysisVersion } from '../keywords/index.ts';
import { beginSegments } from '../postings/segment-store.ts';
import { enqueueClearing, type IngestJob } from '../queues.ts';
import { finishUploads, type StagedChunk, stageChunks } from './chunk-store.ts';
import { type IndexingBill, payAllIn } from './pay-indexing.ts';
import type { CutFigures } from './prepare-thread.ts';

/** A document whose content is complete. */
export interface CompleteDocument {
  job: IngestJob;
  context: JobContext;
  agentId: string;
  upload: UploadRow;
  figures: CutFigures;
  words: string;
  models: string[];
  bill: IndexingBill;
  /** All chunks, if none of them is stored yet. */
  chunks: readonly StagedChunk[] | undefined;
}

interface ServeDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
  /** Called after the served content of documents has changed. */
  onServed(agentId: string): void;
}

/** Chunks of one transaction, and documents of one chunk: few enough that other requests do not wait long. */
const mostChunksTogether = 32;

type Pending = CompleteDocument & { before: PendingState };

const recordAll = async (tx: Handle, documents: readonly Pending[]): Promise<void> => {
  const byAgent = Map.groupBy(documents, ({ agentId }) => agentId);
  // In one order everywhere: otherwise two processes could wait for each other.
  for (const agentId of [...byAgent.keys()].sort()) {
    const own = byAgent.get(agentId)!;
    const delta = ({ figures, before }: Pending): number =>
      figures.chunkCount - (before.servedUploadId === null ? 0 : before.servedChunkCount);
    await recordChanges(
      tx,
      agentId,
      own.map(({ job }) => job.documentId),
      own.reduce((sum, document) => sum + delta(document), 0),
    );
  }
};

/**
 * Ends the jobs of documents and makes their content searchable, in one transaction for all documents that are complete
 * at the same time. If it fails, each has its own transaction.
 */
export const createServeDocuments = ({ db, clock, jobs, onServed }: ServeDependencies) => {
  const serveIn = async (tx: Handle, documents: readonly CompleteDocument[]): Promise<void> => {
    await completeAllIn(
      tx,
      documents.map(({ context }) => context),
    );
    const states = await lockPending(
      tx,
      documents.map(({ job }) => job),
    );
    // The others were deleted or have a newer upload, so their work is obsolete.
    const pending = documents.flatMap((document) => {
      const before = states.get(document.upload.id);
      return before ? [{ ...document, before }] : [];
    });
    if (pending.length === 0) return;
    await stageChunks(
      tx,
      pending.flatMap(({ job, agentId, chunks }) => (chunks ? [{ place: { agentId, ...job }, chunks }] : [])),
    );
    faultPoint('chunks-storing');
    await beginSegments(
      tx,
      pending.filter(({ chunks }) => chunks !== undefined).map(({ upload }) => upload.id),
    );
    await finishUploads(
      tx,
      pending.map(({ upload, words, chunks }) => ({
        uploadId: upload.id,
        words,
        termsVersion: chunks ? analysisVersion : undefined,
      })),
    );
    await serveUploads(
      tx,
      pending.map(({ job, upload, models, figures }) => ({
        ...job,
        format: upload.format,
        models,
        chunkCount: figures.chunkCount,
        tokenCount: figures.tokenCount,
        charCount: figures.charCount,
        warnings: figures.warnings,
      })),
      clock.nowMs(),
    );
    await payAllIn(
      tx,
      pending.map(({ bill, models }) => bill.payment(models)),
    );
    for (const { upload, job, before } of pending) {
      if (upload.keeps_edits === 0) await deleteEditsOf(tx, job.documentId);
      if (before.servedUploadId !== null)
        await enqueueClearing(tx, jobs, { uploadIds: [before.servedUploadId] });
    }
    await recordAll(tx, pending);
    faultPoint('document-swapping');
  };

  return createGather<CompleteDocument, void>({
    most: mostChunksTogether,
    weigh: ({ chunks }) => Math.max(1, chunks?.length ?? 0),
    run: async (documents) => {
      await db.transaction((tx) => serveIn(tx, documents));
      faultPoint('document-swapped');
      for (const agentId of new Set(documents.map((document) => document.agentId))) onServed(agentId);
      return documents.map(() => undefined);
    },
  });
};

export type ServeDocument = ReturnType<typeof createServeDocuments>;
