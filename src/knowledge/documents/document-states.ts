import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import type { AttributeValue } from '../search-index/scope-filter.ts';
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
  /** '' if nothing is in progress. */
  stage: DocumentRow['stage'];
  stageDone: number;
  /** 0 while unknown. */
  stageTotal: number;
  servedUploadId: string | null;
  pendingUploadId: string | null;
  /** The figures and the warnings belong to the served content. */
  chunkCount: number;
  tokenCount: number;
  charCount: number;
  warnings: string[];
  creatorId: string;
  creatorEmail: string;
  createdAtMs: number;
  updatedAtMs: number;
  /** false: nothing of it is found. */
  isEnabled: boolean;
  tags: string[];
  attributes: Record<string, AttributeValue>;
  /** The source that it was read from. null: uploaded. */
  sourceId: string | null;
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
  isEnabled: row.is_enabled === 1,
  tags: JSON.parse(row.tags),
  attributes: JSON.parse(row.attributes),
  sourceId: row.source_id,
});

/**
 * The states of a document. The served content (`served_upload_id`) is separate from the content in progress
 * (`pending_upload_id`): old content is found until the new is complete, whatever happens to the new.
 *
 * | From | Event | To | Served afterwards |
 * |---|---|---|---|
 * | – | added | PENDING | nothing |
 * | PENDING | its job starts | PROCESSING | unchanged |
 * | PROCESSING | its process dies | PROCESSING; another process takes over the job when the lease ends | unchanged |
 * | PROCESSING | an attempt fails (embedding server not available) | PENDING until the next attempt | unchanged |
 * | PROCESSING | all chunks are stored | ACTIVE | the new content, atomically |
 * | PROCESSING | the file cannot be read, all attempts failed, or its process died too often while it ran alone | FAILED with a reason | unchanged |
 * | any | updated | PENDING | unchanged; work on an older upload ends without effect |
 * | FAILED | retried | PENDING | unchanged |
 * | any | deleted | deleted | nothing, from the moment it is acknowledged |
 *
 * Each change names its upload and does nothing if another one is pending: a late job cannot
 * change the state of a newer upload or of a deleted document.
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

/** For work that is postponed. */
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

/** The swap. Returns the upload served before. Undefined if the document was deleted or has a newer upload. */
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

/** FAILED to PENDING, for all documents of an agent. Returns the documents to process again. */
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
