import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import { recordChanges } from './record-changes.ts';

export type DocumentRow = Selectable<Schema['documents']>;

export interface KnowledgeDocument {
  id: string;
  knowledgeBaseId: string;
  kind: DocumentRow['kind'];
  name: string;
  format: string;
  sourceUrl: string;
  status: DocumentRow['status'];
  failReason: string | null;
  /** '' when nothing is being done. */
  stage: DocumentRow['stage'];
  stageDone: number;
  /** 0 while it is not known. */
  stageTotal: number;
  servedUploadId: string | null;
  pendingUploadId: string | null;
  /** The figures and the warnings belong to what is served. */
  chunkCount: number;
  tokenCount: number;
  charCount: number;
  warnings: string[];
  creatorId: string;
  creatorEmail: string;
  createdAtMs: number;
  updatedAtMs: number;
}

export const toDocument = (row: DocumentRow): KnowledgeDocument => ({
  id: row.id,
  knowledgeBaseId: row.knowledge_base_id,
  kind: row.kind,
  name: row.name,
  format: row.format,
  sourceUrl: row.source_url,
  status: row.status,
  failReason: row.fail_reason,
  stage: row.stage,
  stageDone: row.stage_done,
  stageTotal: row.stage_total,
  servedUploadId: row.served_upload_id,
  pendingUploadId: row.pending_upload_id,
  chunkCount: row.chunk_count,
  tokenCount: row.token_count,
  charCount: row.char_count,
  warnings: JSON.parse(row.warnings),
  creatorId: row.creator_id,
  creatorEmail: row.creator_email,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
});

/**
 * The states of a document. What is served (`served_upload_id`) is apart from what is being worked on
 * (`pending_upload_id`): old content is found until the new is whole, whatever happens to the new.
 *
 * | From | By | To | Served afterwards |
 * |---|---|---|---|
 * | – | added | PENDING | nothing |
 * | PENDING | its job is taken up | PROCESSING | as before |
 * | PROCESSING | its process dies | PROCESSING; another process takes the job up when the lease ends | as before |
 * | PROCESSING | a try fails (the embedding server is away) | PENDING, until the next try | as before |
 * | PROCESSING | all chunks stored | ACTIVE | the new content, from one moment to the next |
 * | PROCESSING | the file cannot be read, all tries failed, or its process died too often while it ran alone | FAILED with a reason | as before |
 * | any | updated | PENDING | as before; work on an older upload ends without effect |
 * | FAILED | retried | PENDING | as before |
 * | any | deleted | gone | nothing, from the moment it is acknowledged |
 *
 * Each change names the upload it speaks of and does nothing once another one is pending: a late job cannot
 * speak for a newer upload, or for a document that is gone.
 */

interface Work {
  documentId: string;
  uploadId: string;
}

const isPending = (tx: Handle, { documentId, uploadId }: Work) =>
  tx.updateTable('documents').where('id', '=', documentId).where('pending_upload_id', '=', uploadId);

export const markProcessing = (
  db: Handle,
  work: Work,
  progress: Pick<DocumentRow, 'stage' | 'stage_done' | 'stage_total'>,
): Promise<{ id: string } | undefined> =>
  isPending(db, work)
    .set({ status: 'PROCESSING', ...progress })
    .returning('id')
    .executeTakeFirst();

/** For a work put off until later. */
export const markWaiting = (db: Handle, work: Work): Promise<unknown> =>
  isPending(db, work).set({ status: 'PENDING' }).execute();

export const markFailed = (db: Handle, work: Work, reason: string, nowMs: number): Promise<unknown> =>
  isPending(db, work)
    .set({
      status: 'FAILED',
      fail_reason: reason,
      stage: '',
      stage_done: 0,
      stage_total: 0,
      updated_at: nowMs,
    })
    .execute();

export interface ServedFigures {
  format: string;
  chunkCount: number;
  tokenCount: number;
  charCount: number;
  models: string[];
  warnings: string[];
}

/** The swap. Undefined: the document is gone or has a newer upload. Otherwise the upload it served before. */
export const serveUpload = async (
  tx: Handle,
  work: Work,
  figures: ServedFigures,
  nowMs: number,
): Promise<{ replacedUploadId: string | null } | undefined> => {
  const before = await tx
    .selectFrom('documents')
    .select(['agent_id', 'served_upload_id', 'chunk_count'])
    .where('id', '=', work.documentId)
    .where('pending_upload_id', '=', work.uploadId)
    .executeTakeFirst();
  if (!before) return undefined;
  const served = await isPending(tx, work)
    .set({
      status: 'ACTIVE',
      fail_reason: null,
      stage: '',
      stage_done: 0,
      stage_total: 0,
      served_upload_id: work.uploadId,
      pending_upload_id: null,
      format: figures.format,
      chunk_count: figures.chunkCount,
      token_count: figures.tokenCount,
      char_count: figures.charCount,
      models: JSON.stringify(figures.models),
      warnings: JSON.stringify(figures.warnings),
      updated_at: nowMs,
    })
    .returning('id')
    .executeTakeFirst();
  if (!served) return undefined;
  await recordChanges(
    tx,
    before.agent_id,
    [work.documentId],
    figures.chunkCount - (before.served_upload_id === null ? 0 : before.chunk_count),
  );
  return { replacedUploadId: before.served_upload_id };
};

/** FAILED to PENDING, for all of an agent; what is to be done again. */
export const retryFailedOf = async (tx: Handle, agentId: string): Promise<(Work & { format: string })[]> => {
  const rows = await tx
    .updateTable('documents')
    .set({ status: 'PENDING', fail_reason: null })
    .where('agent_id', '=', agentId)
    .where('status', '=', 'FAILED')
    .where('pending_upload_id', 'is not', null)
    .returning(['id', 'pending_upload_id', 'format'])
    .execute();
  return rows.map((row) => ({ documentId: row.id, uploadId: row.pending_upload_id!, format: row.format }));
};
