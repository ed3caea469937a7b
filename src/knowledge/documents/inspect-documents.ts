import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { qaCsvHeader, qaCsvRow } from '../chunk/index.ts';
import { enqueueIngest } from '../queues.ts';
import type { KnowledgeDocument } from './document-states.ts';
import { fileSizesOf, findDocuments, findUpload, insertUpload, setPending } from './document-store.ts';
import {
  type DocumentFilter,
  findListedChunk,
  type ListedChunk,
  listChunks,
  searchDocuments,
} from './find-documents.ts';
import { createWatchDocuments } from './watch-documents.ts';

export interface DocumentProgress {
  status: KnowledgeDocument['status'];
  failReason: string | null;
  /** '' if nothing is in progress. */
  stage: KnowledgeDocument['stage'];
  done: number;
  /** 0 while unknown. */
  total: number;
  /** Parts of the served content that could not be read. */
  warnings: string[];
  /** Older content is served while newer is in progress. */
  isServing: boolean;
}

const pairsAtOnce = 200;

/** For operators: shows the contents of documents and re-indexes them. */
export const createInspectDocuments = ({ db, clock, jobs }: { db: Database; clock: Clock; jobs: Jobs }) => {
  const require = async (agent: Agent, documentId: string): Promise<KnowledgeDocument> => {
    const [document] = await findDocuments(db.query, agent.id, [documentId]);
    if (!document) throw new AppError('notFound', 'There is no such document');
    return document;
  };

  return {
    require,
    list: (agent: Agent, filter: DocumentFilter, page: { offset: number; limit: number }) =>
      searchDocuments(db.query, agent.id, filter, page),
    follow: createWatchDocuments({ db, clock }),

    /** The id of the uploaded file: of the served content, or of the pending one. */
    fileOf: async ({ servedUploadId, pendingUploadId }: KnowledgeDocument): Promise<string> => {
      const upload = await findUpload(db.query, servedUploadId ?? pendingUploadId ?? '');
      if (!upload) throw new AppError('notFound', 'The document has no content');
      return upload.file_id;
    },

    progress: async (agent: Agent, documentId: string): Promise<DocumentProgress> => {
      const document = await require(agent, documentId);
      return {
        status: document.status,
        failReason: document.failReason,
        stage: document.stage,
        done: document.stageDone,
        total: document.stageTotal,
        warnings: document.warnings,
        isServing: document.servedUploadId !== null,
      };
    },

    /** The served chunks and the disabled ones, in order. */
    chunks: async (
      agent: Agent,
      documentId: string,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ chunks: ListedChunk[]; total: number }> => {
      const document = await require(agent, documentId);
      if (document.servedUploadId === null) return { chunks: [], total: 0 };
      return listChunks(db.query, document.servedUploadId, { offset, limit });
    },

    /** Undefined if the document does not serve it. */
    chunk: async (agent: Agent, documentId: string, chunkId: string): Promise<ListedChunk | undefined> => {
      const { servedUploadId } = await require(agent, documentId);
      return servedUploadId === null ? undefined : findListedChunk(db.query, servedUploadId, chunkId);
    },

    /** The enabled pairs of questions and answers as CSV, read in pages. */
    exportPairs: async function* ({ servedUploadId }: KnowledgeDocument): AsyncGenerator<string> {
      yield qaCsvHeader;
      for (let offset = 0; servedUploadId !== null; offset += pairsAtOnce) {
        const { chunks } = await listChunks(db.query, servedUploadId, { offset, limit: pairsAtOnce });
        const pairs = chunks.filter(({ isEnabled, questions }) => isEnabled && questions.length > 0);
        yield pairs.map(({ questions, content: answer }) => qaCsvRow({ questions, answer })).join('');
        if (chunks.length < pairsAtOnce) return;
      }
    },

    /**
     * Reads, chunks and embeds the newest content again. The old content is served meanwhile. With `keepsEdits` false,
     * the edits of its chunks are discarded.
     */
    reindex: async (
      agent: Agent,
      documentId: string,
      { keepsEdits = true, alsoIn }: { keepsEdits?: boolean; alsoIn?: AlsoIn } = {},
    ): Promise<void> => {
      const document = await require(agent, documentId);
      const newest = await findUpload(db.query, document.pendingUploadId ?? document.servedUploadId ?? '');
      if (!newest) throw new AppError('notFound', 'The document has no content to index');
      if (document.pendingUploadId !== null && document.status !== 'FAILED') return;
      await db.transaction(async (tx) => {
        const nowMs = clock.nowMs();
        // A failed upload is retried as it is. A served one is copied, so that it is served until the swap.
        const uploadId = document.pendingUploadId ?? newId(nowMs);
        if (!(await setPending(tx, document, uploadId))) return;
        if (document.pendingUploadId === null)
          await insertUpload(tx, {
            ...newest,
            id: uploadId,
            created_at: nowMs,
            keeps_edits: keepsEdits ? 1 : 0,
          });
        const whose = { agentId: agent.id, workspaceId: agent.workspaceId };
        const sizeBytes = (await fileSizesOf(tx, [uploadId])).get(uploadId) ?? 0;
        await enqueueIngest(tx, jobs, { ...whose, documentId, uploadId, format: newest.format, sizeBytes });
        await alsoIn?.(tx);
      });
      await db.durable();
    },
  };
};
