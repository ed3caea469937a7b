import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import type { Log } from '../../lib/log.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { pairLimits, searchableText } from '../chunk/index.ts';
import {
  type DocumentRow,
  markFailed,
  markProcessing,
  markWaiting,
  serveUpload,
} from '../documents/document-states.ts';
import {
  findPending,
  findUpload,
  type PendingDocument,
  type UploadRow,
} from '../documents/document-store.ts';
import { deleteEditsOf, listEdits } from '../edit/edit-store.ts';
import type { Embedders } from '../embedders.ts';
import { analysisVersion } from '../keywords/index.ts';
import { enqueueClearing, type IngestJob } from '../queues.ts';
import {
  countStaged,
  holdsPending,
  modelsOf,
  setTermsVersion,
  setWords,
  stageChunks,
} from './chunk-store.ts';
import { embedPassages } from './embed-passages.ts';
import { createPageProgress } from './page-progress.ts';
import type { PayIndexing } from './pay-indexing.ts';
import type { CutFigures, PrepareHandlers } from './prepare-thread.ts';
import { DocumentError, type DocumentReading, type ReadDocumentContent } from './read-document.ts';
import { createStageReport, type StageReport } from './stage-report.ts';
import { timeStage } from './stage-times.ts';

export interface IngestDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  embedders: Embedders;
  thread: Thread<PrepareHandlers>;
  readDocument: ReadDocumentContent;
  payIndexing: PayIndexing;
  /** Called after the served content of a document has changed. */
  onServed(agentId: string): void;
}

/** Chunks that are embedded and stored together: few enough that storing does not block the event loop. */
const chunksAtOnce = 32;

/** Why a file that was read has no chunks. */
export const cutProblems = {
  'too many':
    'The document would have more than 50,000 chunks. Increase the chunk size (chunk_token) or use another separator (splitter)',
  empty: 'No text was found in the file',
  'no pairs': 'No pair was found. The table must have the columns "question" and "answer"',
  'too many pairs': `The table has more than ${pairLimits.pairs} pairs. Divide it into several documents`,
};

/** The document was deleted or has a newer upload, so this work is obsolete. */
class Superseded extends Error {}

type Progress = Pick<DocumentRow, 'stage' | 'stage_done' | 'stage_total'>;

interface Work {
  job: IngestJob;
  document: PendingDocument;
  upload: UploadRow;
  owner: FairOwner;
  signal: AbortSignal;
  stages: StageReport<Progress>;
}

/** From an upload to searchable chunks. After a crash it continues after the last stored batch. */
export const createIngest = (dependencies: IngestDependencies) => {
  const { db, clock, log, jobs, embedders, thread, readDocument, payIndexing } = dependencies;

  const markStage = async (job: IngestJob, progress: Progress): Promise<void> => {
    if (!(await markProcessing(db.query, job, progress))) throw new Superseded();
  };

  const findWork = async (job: IngestJob, { workspaceId, signal }: JobContext): Promise<Work | undefined> => {
    const upload = await findUpload(db.query, job.uploadId);
    const document = await findPending(db.query, job);
    const owner = { workspaceId: workspaceId ?? '', userId: '' };
    if (!upload || !document) return undefined;
    const stages = createStageReport((progress: Progress) => markStage(job, progress));
    return { job, upload, document, owner, signal, stages };
  };

  const read = async (work: Work): Promise<DocumentReading> => {
    const { job, document, upload, owner, signal } = work;
    const { onProgress, end } = createPageProgress(clock, ({ page, pages }) =>
      markStage(job, { stage: 'parse', stage_done: page, stage_total: pages }),
    );
    try {
      return await readDocument(
        { kind: document.kind, name: document.name, format: upload.format, fileId: upload.file_id },
        { owner, signal, onProgress },
      );
    } finally {
      await end();
    }
  };

  const cut = async (work: Work): Promise<CutFigures> => {
    const { upload } = work;
    const { content, warnings } = await timeStage('parse', () => read(work));
    faultPoint('document-parsed');
    await work.stages.enter({ stage: 'chunk', stage_done: 0, stage_total: 0 });
    // They do not change meanwhile, because a document with a pending upload cannot be edited.
    const edits = upload.keeps_edits === 1 ? await listEdits(db.query, upload.document_id) : [];
    const prepared = await timeStage('chunk', () =>
      thread.call('open', {
        key: upload.id,
        content,
        chunkTokens: upload.chunk_tokens,
        separator: upload.splitter,
        headerRows: upload.header_rows,
        edits,
      }),
    );
    if (prepared.problem) throw new DocumentError(cutProblems[prepared.problem]);
    return { ...prepared, warnings: [...warnings, ...prepared.warnings] };
  };

  const storeBatch = async (work: Work, from: number, total: number): Promise<number> => {
    const { job, document, upload, owner, signal } = work;
    const chunks = await timeStage('chunk', () =>
      thread.call('take', { key: upload.id, from, count: chunksAtOnce }),
    );
    const enabled = chunks.filter((chunk) => chunk.isEnabled);
    const texts = enabled.map(searchableText);
    const vectors = await timeStage('embed', () => embedPassages(embedders, texts, signal, owner));
    signal.throwIfAborted();
    const vectorOf = new Map(enabled.map((chunk, index) => [chunk.position, vectors[index]]));
    const staged = chunks.map((chunk) => ({ ...chunk, vector: vectorOf.get(chunk.position) }));
    const store = () =>
      db.transaction(async (tx) => {
        if (!(await holdsPending(tx, job))) throw new Superseded();
        await stageChunks(tx, { agentId: document.agentId, ...job }, staged);
        // If an older process stored the first chunks, its version stays, and all are analysed again later.
        if (from === 0) await setTermsVersion(tx, upload.id, analysisVersion);
        const progress = { stage: 'embed' as const, stage_done: from + chunks.length, stage_total: total };
        await markProcessing(tx, job, progress);
        faultPoint('chunks-storing');
      });
    await work.stages.end();
    await timeStage('store', store);
    faultPoint('chunks-stored');
    return from + chunks.length;
  };

  const swap = async (
    work: Work,
    prepared: CutFigures,
    bill: Awaited<ReturnType<PayIndexing>>,
    context: JobContext,
  ): Promise<void> => {
    const { job, document, upload } = work;
    const models = await modelsOf(db.query, upload.id);
    const words = await thread.call('words', { key: upload.id });
    await db.transaction(async (tx) => {
      await context.completeIn(tx);
      await setWords(tx, upload.id, words);
      const { chunkCount, tokenCount, charCount, warnings } = prepared;
      const figures = { chunkCount, tokenCount, charCount, format: upload.format, models, warnings };
      const served = await serveUpload(tx, job, figures, clock.nowMs());
      if (served) await bill.payIn(tx, models);
      if (served && upload.keeps_edits === 0) await deleteEditsOf(tx, job.documentId);
      if (served?.replacedUploadId) await enqueueClearing(tx, jobs, { uploadIds: [served.replacedUploadId] });
      faultPoint('document-swapping');
    });
    faultPoint('document-swapped');
    dependencies.onServed(document.agentId);
  };

  const run = async (work: Work, context: JobContext): Promise<void> => {
    try {
      await markStage(work.job, { stage: 'parse', stage_done: 0, stage_total: 0 });
      const prepared = await cut(work);
      faultPoint('document-chunked');
      const { agentId } = work.document;
      const bill = await payIndexing({ id: work.upload.id, agentId, tokens: prepared.tokenCount });
      await bill.check();
      let stored = await countStaged(db.query, work.upload.id);
      await work.stages.enter({ stage: 'embed', stage_done: stored, stage_total: prepared.storedCount });
      while (stored < prepared.storedCount) {
        stored = await storeBatch(work, stored, prepared.storedCount);
        await nextTick();
      }
      await timeStage('store', () => swap(work, prepared, bill, context));
    } finally {
      await work.stages.end();
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
      await run(work, context);
    } catch (error) {
      if (error instanceof Superseded) return;
      if (error instanceof DocumentError) {
        log.info({ documentId: job.documentId, reason: error.message }, 'a document failed');
        return await fail(job, error.message, context);
      }
      if (!context.signal.aborted) await markWaiting(db.query, job);
      throw error;
    } finally {
      await thread.call('close', { key: job.uploadId }).catch(() => {});
    }
  };
};
