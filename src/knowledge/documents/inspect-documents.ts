import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { enqueueIngest } from '../queues.ts';
import type { DocumentRow } from './document-states.ts';
import { findDocuments, findUpload, type UploadRow } from './document-store.ts';
import { type DocumentFilter, searchDocuments } from './find-documents.ts';
import { createFollowDocuments } from './follow-documents.ts';

export interface DocumentProgress {
  status: DocumentRow['status'];
  failReason: string | null;
  /** '' when nothing is being done. */
  stage: DocumentRow['stage'];
  done: number;
  /** 0 while it is not known. */
  total: number;
  /** What could not be read of what is served. */
  warnings: string[];
  /** Older content is found while newer is worked on. */
  isServing: boolean;
}

export interface ListedChunk {
  id: string;
  position: number;
  headingPath: string[];
  content: string;
  tokens: number;
}

/** For the people who look after an agent: into documents, and anew. */
export const createInspectDocuments = ({ db, clock, jobs }: { db: Database; clock: Clock; jobs: Jobs }) => {
  const require = async (agent: Agent, documentId: string): Promise<DocumentRow> => {
    const [row] = await findDocuments(db.query, agent.id, [documentId]);
    if (!row) throw new AppError('notFound', 'There is no such document');
    return row;
  };

  return {
    require,
    list: (agent: Agent, filter: DocumentFilter, page: { offset: number; limit: number }) =>
      searchDocuments(db.query, agent.id, filter, page),
    follow: createFollowDocuments({ db, clock }),

    /** What was uploaded: what is served, or what is to be. */
    upload: async (row: DocumentRow): Promise<UploadRow> => {
      const upload = await findUpload(db.query, row.served_upload_id ?? row.pending_upload_id ?? '');
      if (!upload) throw new AppError('notFound', 'The document has no content');
      return upload;
    },

    progress: async (agent: Agent, documentId: string): Promise<DocumentProgress> => {
      const row = await require(agent, documentId);
      return {
        status: row.status,
        failReason: row.fail_reason,
        stage: row.stage,
        done: row.stage_done,
        total: row.stage_total,
        warnings: JSON.parse(row.warnings),
        isServing: row.served_upload_id !== null,
      };
    },

    /** The chunks that are served, in their order. */
    chunks: async (
      agent: Agent,
      documentId: string,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<{ chunks: ListedChunk[]; total: number }> => {
      const row = await require(agent, documentId);
      if (row.served_upload_id === null) return { chunks: [], total: 0 };
      const rows = await db.query
        .selectFrom('chunks')
        .select(['id', 'position', 'heading_path', 'content', 'token_count'])
        .where('upload_id', '=', row.served_upload_id)
        .where('position', '>=', offset)
        .orderBy('position')
        .limit(limit)
        .execute();
      return {
        total: row.chunk_count,
        chunks: rows.map((chunk) => ({
          id: chunk.id,
          position: chunk.position,
          headingPath: JSON.parse(chunk.heading_path),
          content: chunk.content,
          tokens: chunk.token_count,
        })),
      };
    },

    /** Reads, cuts and embeds the newest content again; the old serves meanwhile. */
    reindex: async (agent: Agent, documentId: string, alsoIn?: AlsoIn): Promise<void> => {
      const row = await require(agent, documentId);
      const newest = await findUpload(db.query, row.pending_upload_id ?? row.served_upload_id ?? '');
      if (!newest) throw new AppError('notFound', 'The document has no content to index');
      if (row.pending_upload_id !== null && row.status !== 'FAILED') return;
      await db.transaction(async (tx) => {
        const nowMs = clock.nowMs();
        // A failed upload is tried again as it is; a served one is copied, so that it serves until the swap.
        const uploadId = row.pending_upload_id ?? newId(nowMs);
        const changed = await tx
          .updateTable('documents')
          .set({ pending_upload_id: uploadId, status: 'PENDING', fail_reason: null })
          .where('id', '=', documentId)
          .where('pending_upload_id', row.pending_upload_id === null ? 'is' : '=', row.pending_upload_id)
          .returning('id')
          .executeTakeFirst();
        if (!changed) return;
        if (row.pending_upload_id === null)
          await tx
            .insertInto('document_uploads')
            .values({ ...newest, id: uploadId, created_at: nowMs })
            .execute();
        const whose = { agentId: agent.id, workspaceId: agent.workspaceId };
        await enqueueIngest(tx, jobs, { ...whose, documentId, uploadId, format: newest.format });
        await alsoIn?.(tx);
      });
      await db.durable();
    },
  };
};
