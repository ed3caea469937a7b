import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database, Handle } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { TextLanguages } from '../../lib/language/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { recordChanges } from '../documents/record-changes.ts';
import { analysisVersion } from '../keywords/index.ts';
import { replaceSegments } from '../postings/segment-store.ts';
import { enqueueReanalyse, type ReanalyseJob } from '../queues.ts';
import { setTermsVersion, setWords } from './chunk-store.ts';
import type { PrepareHandlers } from './prepare-thread.ts';
import {
  findOutdated,
  listOutdated,
  type OutdatedDocument,
  stillServes,
  storeTerms,
} from './reanalyse-store.ts';
import { readChunks } from './reembed-store.ts';

const chunksAtOnce = 50;
const documentsAtOnce = 100;
/** As at ingestion. */
const mostWords = 50_000;

interface ReanalyseDependencies {
  db: Database;
  jobs: Jobs;
  thread: Thread<PrepareHandlers>;
}

/**
 * New terms after a change of the text analysis. Embeddings stay. Until a document is complete, an index may have old
 * and new terms of it, and queries find both (see analyseQuery).
 */
export const createReanalyse = ({ db, jobs, thread }: ReanalyseDependencies) => {
  /** On PostgreSQL the chunks get new segments, which indexes must read before they miss the old ones. */
  const renewSegments = async (
    tx: Handle,
    { id, agentId, uploadId }: OutdatedDocument,
    chunks: readonly { number: number }[],
  ): Promise<void> => {
    if (db.kind !== 'postgres') return;
    const numbers = chunks.map(({ number }) => number);
    await replaceSegments(tx, { agentId, documentId: id, uploadId }, numbers);
    await recordChanges(tx, agentId, [id], 0);
  };

  /** Returns the words of all chunks. */
  const analyseAll = async (document: OutdatedDocument, context: JobContext): Promise<string> => {
    let languages: TextLanguages | undefined;
    const words = new Set<string>();
    for (let after = -1; ; ) {
      context.signal.throwIfAborted();
      const chunks = await readChunks(db.query, document.uploadId, { after, limit: chunksAtOnce });
      if (chunks.length === 0) return [...words].join('\n');
      languages ??= await thread.call('languages', { passages: chunks });
      const terms = await thread.call('terms', { passages: chunks, languages });
      await db.transaction(async (tx) => {
        await storeTerms(
          tx,
          chunks.map(({ number }, at) => ({ number, ...terms[at]! })),
        );
        await renewSegments(tx, document, chunks);
      });
      const found = await thread.call('wordsOfPassages', { passages: chunks });
      for (const word of found.split('\n')) if (words.size < mostWords) words.add(word);
      if (chunks.length < chunksAtOnce) return [...words].join('\n');
      after = chunks.at(-1)!.position;
      await context.heartbeat();
      await nextTick();
    }
  };

  const run = async ({ documentId }: ReanalyseJob, context: JobContext): Promise<void> => {
    const document = await findOutdated(db.query, documentId, analysisVersion);
    if (!document) return;
    const words = await analyseAll(document, context);
    await db.transaction(async (tx) => {
      await context.completeIn(tx);
      await setTermsVersion(tx, document.uploadId, analysisVersion);
      await setWords(tx, document.uploadId, words);
      if (await stillServes(tx, document)) await recordChanges(tx, document.agentId, [document.id], 0);
    });
  };

  /** Enqueues documents with terms of an older analysis. Called once at the start. */
  const enqueueOutdated = async (): Promise<void> => {
    for (let after = 0; ; ) {
      const documents = await listOutdated(db.query, analysisVersion, { after, limit: documentsAtOnce });
      if (documents.length > 0)
        await db.transaction(async (tx) => {
          for (const { id: documentId, workspaceId } of documents)
            await enqueueReanalyse(tx, jobs, { documentId, workspaceId });
        });
      if (documents.length < documentsAtOnce) return;
      after = documents.at(-1)!.sequence;
      await nextTick();
    }
  };

  return { run, enqueueOutdated };
};
