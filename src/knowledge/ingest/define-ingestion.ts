import type { Agents } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import { type Jobs, ProcessLostError } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { Recognition } from '../../recognition/index.ts';
import { markFailed } from '../documents/document-states.ts';
import { countServedChunks } from '../documents/record-changes.ts';
import { createEditChunks } from '../edit/edit-chunks.ts';
import { createEmbedTexts } from '../edit/embed-texts.ts';
import type { Embedders } from '../embedders.ts';
import { exactSearchLimitChunks } from '../exact-search-limit.ts';
import type { KnowledgeThreads } from '../knowledge-threads.ts';
import { createStorePostings } from '../postings/store-postings.ts';
import {
  type ClearingJob,
  clearingQueue,
  type IngestJob,
  ingestQueue,
  largeQueue,
  type PostingsJob,
  postingsQueue,
  type ReanalyseJob,
  type ReembedJob,
  reanalyseQueue,
  reembedQueue,
  scanQueue,
} from '../queues.ts';
import type { VectorIndexes } from '../retrieve/vector-indexes.ts';
import type { IndexFollower } from '../search-index/follow-index.ts';
import { createIngest } from './ingest.ts';
import { createPayIndexing } from './pay-indexing.ts';
import { createPrepareDocuments, type PrepareThread } from './prepare-documents.ts';
import { createPreviewChunks } from './preview-chunks.ts';
import { createReadDocument } from './read-document.ts';
import { createReanalyse } from './reanalyse.ts';
import { createReembed } from './reembed.ts';
import { createRemoveChunks } from './remove-chunks.ts';
import { createServeDocuments } from './serve-documents.ts';
import { leaseMs, withHeartbeat } from './with-heartbeat.ts';

interface IngestionDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Jobs;
  agents: Pick<Agents, 'find'>;
  files: Files;
  recognition: Pick<Recognition, 'recognise' | 'isPlainText'>;
  embedders: Embedders;
  follower: Pick<IndexFollower, 'notEmpty'>;
  vectorIndexes: VectorIndexes;
  threads: Pick<KnowledgeThreads, 'small' | 'long'>;
}

/**
 * Concurrent documents per queue, in total and of one agent. Small documents are many, because they share calls and
 * transactions. Of the others of one agent two are read while a third is embedded.
 */
const concurrency = {
  [ingestQueue]: { total: 128, ofAgent: 64 },
  [largeQueue]: { total: 4, ofAgent: 3 },
  [scanQueue]: { total: 4, ofAgent: 3 },
};
type IngestQueue = keyof typeof concurrency;

const retryDelaysMs = [2_000, 10_000, 30_000, 120_000];
const retryDelayMs = (attempt: number): number => retryDelaysMs[attempt - 1] ?? 300_000;
const givenUp = 'Processing the document failed several times. Retry it';
const endsProcess =
  'The service stopped several times while processing this document. Check the file, then retry it';
/** Reading and embedding use the same libraries and can crash the process in the same ways. */
const lane = 'documents';

/** The jobs from an upload to searchable content. */
export const defineIngestion = (dependencies: IngestionDependencies) => {
  const { db, clock, log, jobs, files, recognition, embedders, follower, vectorIndexes } = dependencies;
  const { small: threads, long: longThread } = dependencies.threads;
  const [thread] = threads;

  const ensureIndexes = async (agentId: string): Promise<void> => {
    if ((await countServedChunks(db.query, agentId)) <= exactSearchLimitChunks) return;
    for (const { modelId, dimension } of embedders.all)
      if (dimension > 0) await vectorIndexes.ensure(modelId, dimension);
  };

  // Its slow parts would delay small documents.
  const storePostings = createStorePostings({ db, clock, jobs, thread: longThread });

  const onServed = (agentId: string): void => {
    follower.notEmpty(agentId);
    if (db.kind !== 'postgres') return;
    ensureIndexes(agentId).catch((error) => log.warn({ error }, 'maintenance of the vector indexes failed'));
    storePostings
      .chunksStored(agentId)
      .catch((error) => log.warn({ error }, 'the postings of an agent could not be stored'));
  };

  const payIndexing = createPayIndexing(dependencies);
  const readDocument = createReadDocument({ files, recognition });
  const serve = createServeDocuments({ db, clock, jobs, onServed });
  const ingestWith = (threads: readonly PrepareThread[]) =>
    createIngest({
      db,
      clock,
      log,
      embedders,
      prepare: createPrepareDocuments({ db, files, recognition, threads }),
      serve,
      readDocument,
      payIndexing,
      onStored: storePostings.chunksStored,
    });
  const ingestSmall = ingestWith(threads);
  const ingestLong = ingestWith([longThread]);
  const handlers: Record<IngestQueue, typeof ingestSmall> = {
    [ingestQueue]: ingestSmall,
    [largeQueue]: ingestLong,
    [scanQueue]: ingestLong,
  };
  const embedTexts = createEmbedTexts({ db, embedders, thread, payIndexing });
  const reembed = createReembed({ db, jobs, embedders });
  const reanalyse = createReanalyse({ db, jobs, thread });
  const removeChunks = createRemoveChunks({ db, files, onDeleted: storePostings.chunksDeleted });

  for (const queue of Object.keys(concurrency) as IngestQueue[])
    jobs.define<IngestJob>(queue, withHeartbeat(handlers[queue]), {
      concurrency: concurrency[queue].total,
      groupConcurrency: () => concurrency[queue].ofAgent,
      leaseMs,
      maxAttempts: retryDelaysMs.length + 1,
      retryDelayMs,
      lane,
      onGivenUp: async (job, error) => {
        const reason = error instanceof ProcessLostError ? endsProcess : givenUp;
        await markFailed(db.query, job, reason, clock.nowMs());
      },
    });
  jobs.define<ClearingJob>(clearingQueue, withHeartbeat(removeChunks), {
    concurrency: 1,
    leaseMs,
    maxAttempts: 10,
    retryDelayMs,
  });
  jobs.define<ReembedJob>(reembedQueue, withHeartbeat(reembed.run), {
    concurrency: 1,
    leaseMs,
    maxAttempts: 20,
    retryDelayMs,
    lane,
  });
  jobs.define<ReanalyseJob>(reanalyseQueue, withHeartbeat(reanalyse.run), {
    concurrency: 1,
    leaseMs,
    maxAttempts: 20,
    retryDelayMs,
  });

  jobs.define<PostingsJob>(postingsQueue, withHeartbeat(storePostings.run), {
    concurrency: 1,
    leaseMs,
    maxAttempts: 20,
    retryDelayMs,
  });

  return {
    editChunks: createEditChunks({ db, clock, embedTexts, onServed }),
    previewChunks: createPreviewChunks({ recognition, thread: longThread }),
    enqueueOutdated: async (): Promise<void> => {
      await reembed.enqueueOutdated();
      await reanalyse.enqueueOutdated();
      await storePostings.enqueueOutdated();
    },
  };
};
