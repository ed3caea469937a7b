import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { dialectOf, type Handle, jsonRows, type Schema } from '../../db/index.ts';
import type { AttributeValue } from '../search-index/scope-filter.ts';

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

/** Their pending upload is still the given one. An upload belongs to one document. */
const arePending = (works: readonly Work[]) => (eb: ExpressionBuilder<Schema, 'documents'>) =>
  eb.and([
    eb(
      'id',
      'in',
      works.map(({ documentId }) => documentId),
    ),
    eb(
      'pending_upload_id',
      'in',
      works.map(({ uploadId }) => uploadId),
    ),
  ]);

/** For documents whose jobs start together. */
export const markAllProcessing = async (
  db: Handle,
  works: readonly Work[],
  progress: Pick<DocumentRow, 'stage' | 'stage_done' | 'stage_total'>,
): Promise<void> => {
  await db
    .updateTable('documents')
    .set({ status: 'PROCESSING', ...progress })
    .where(arePending(works))
    .execute();
};

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

export interface PendingState extends Work {
  agentId: string;
  /** What the document serves until the swap. */
  servedUploadId: string | null;
  servedChunkCount: number;
}

/**
 * The documents among these whose pending upload is still the given one. On PostgreSQL their rows are locked until
 * the end of the transaction, so that a deletion waits and then also deletes what the transaction stores.
 */
export const lockPending = async (tx: Handle, works: readonly Work[]): Promise<Map<string, PendingState>> => {
  const rows = await tx
    .selectFrom('documents')
    .select([
      'id as documentId',
      'pending_upload_id as uploadId',
      'agent_id as agentId',
      'served_upload_id as servedUploadId',
      'chunk_count as servedChunkCount',
    ])
    .where(arePending(works))
    .orderBy('id')
    .$if(dialectOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .execute();
  return new Map(rows.map((row) => [row.uploadId!, { ...row, uploadId: row.uploadId! }]));
};

export interface ServedFigures extends Work {
  format: string;
  chunkCount: number;
  tokenCount: number;
  charCount: number;
  models: string[];
  warnings: string[];
}

/** The swap, for documents that `lockPending` returned in the same transaction. */
export const serveUploads = async (
  tx: Handle,
  served: readonly ServedFigures[],
  nowMs: number,
): Promise<void> => {
  const given = served.map(({ models, warnings, ...figures }) => ({
    ...figures,
    models: JSON.stringify(models),
    warnings: JSON.stringify(warnings),
  }));
  await sql`update documents set status = 'ACTIVE', fail_reason = null, stage = '', stage_done = 0, stage_total = 0,
      served_upload_id = pending_upload_id, pending_upload_id = null,
      format = given.value ->> 'format',
      chunk_count = cast(given.value ->> 'chunkCount' as integer),
      token_count = cast(given.value ->> 'tokenCount' as bigint),
      char_count = cast(given.value ->> 'charCount' as bigint),
      models = given.value ->> 'models',
      warnings = given.value ->> 'warnings',
      updated_at = ${nowMs}
    from ${jsonRows(tx, given)} as given
    where documents.id = given.value ->> 'documentId'
      and documents.pending_upload_id = given.value ->> 'uploadId'`.execute(tx);
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
