import type { Insertable, Selectable, Updateable } from 'kysely';
import { afterCommit, dialectOf, type Handle, type Schema } from '../../db/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { type KnowledgeDocument, toDocument } from './document-states.ts';

const rowsAtOnce = 500;

export type UploadRow = Selectable<Schema['document_uploads']>;
type NewUpload = Insertable<Schema['document_uploads']>;

export const insertDocuments = async (
  tx: Handle,
  documents: Insertable<Schema['documents']>[],
  uploads: NewUpload[],
): Promise<void> => {
  if (documents.length === 0) return;
  await tx.insertInto('documents').values(documents).execute();
  await tx.insertInto('document_uploads').values(uploads).execute();
  faultPoint('document-storing');
  afterCommit(tx, () => faultPoint('document-stored'));
};

export const findDocuments = async (
  db: Handle,
  agentId: string,
  ids: readonly string[],
): Promise<KnowledgeDocument[]> => {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(toDocument);
};

export const findUpload = (db: Handle, id: string): Promise<UploadRow | undefined> =>
  db.selectFrom('document_uploads').selectAll().where('id', '=', id).executeTakeFirst();

/** Sizes of the files of uploads, by upload. */
export const fileSizesOf = async (db: Handle, uploadIds: readonly string[]): Promise<Map<string, number>> => {
  const sizes = new Map<string, number>();
  for (let at = 0; at < uploadIds.length; at += rowsAtOnce) {
    const rows = await db
      .selectFrom('document_uploads')
      .innerJoin('files', 'files.id', 'document_uploads.file_id')
      .select(['document_uploads.id', 'files.size_bytes'])
      .where('document_uploads.id', 'in', uploadIds.slice(at, at + rowsAtOnce))
      .execute();
    for (const row of rows) sizes.set(row.id, Number(row.size_bytes));
  }
  return sizes;
};

export const insertUpload = async (tx: Handle, upload: NewUpload): Promise<void> => {
  await tx.insertInto('document_uploads').values(upload).execute();
};

/** An upload that waits for its content to be served, with what its processing needs. */
export interface PendingUpload {
  upload: UploadRow;
  agentId: string;
  kind: KnowledgeDocument['kind'];
  name: string;
  /** Undefined if the file is no longer stored. */
  file: { mediaType: string; sizeBytes: number } | undefined;
  /** Only a document that was served can have edited chunks. */
  wasServed: boolean;
  /** Chunks that an interrupted attempt stored. */
  stagedChunks: number;
}

/** By upload. Those that are no longer the pending ones of their documents are left out. */
export const findPendingUploads = async (
  db: Handle,
  uploadIds: readonly string[],
): Promise<Map<string, PendingUpload>> => {
  const rows = await db
    .selectFrom('document_uploads')
    .innerJoin('documents', (join) =>
      join
        .onRef('documents.id', '=', 'document_uploads.document_id')
        .onRef('documents.pending_upload_id', '=', 'document_uploads.id'),
    )
    .leftJoin('files', 'files.id', 'document_uploads.file_id')
    .selectAll('document_uploads')
    .select([
      'documents.agent_id',
      'documents.kind',
      'documents.name',
      'documents.served_upload_id',
      'files.media_type',
      'files.size_bytes',
    ])
    .select((select) =>
      select
        .selectFrom('chunks')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .whereRef('chunks.upload_id', '=', 'document_uploads.id')
        .as('staged'),
    )
    .where('document_uploads.id', 'in', uploadIds)
    .execute();
  return new Map(
    rows.map(
      ({ agent_id, kind, name, served_upload_id, media_type, size_bytes, staged, ...upload }) =>
        [
          upload.id,
          {
            upload,
            agentId: agent_id,
            kind,
            name,
            file: media_type === null ? undefined : { mediaType: media_type, sizeBytes: Number(size_bytes) },
            wasServed: served_upload_id !== null,
            stagedChunks: Number(staged),
          },
        ] as const,
    ),
  );
};

/** Makes the upload the pending one. False if the pending upload has changed meanwhile. */
export const setPending = async (
  tx: Handle,
  { id, pendingUploadId }: Pick<KnowledgeDocument, 'id' | 'pendingUploadId'>,
  uploadId: string,
): Promise<boolean> => {
  const changed = await tx
    .updateTable('documents')
    .set({ pending_upload_id: uploadId, status: 'PENDING', fail_reason: null })
    .where('id', '=', id)
    .where('pending_upload_id', pendingUploadId === null ? 'is' : '=', pendingUploadId)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
};

/** Undefined if the agent has no such document. */
export const changeDocument = async (
  tx: Handle,
  agentId: string,
  id: string,
  change: Updateable<Schema['documents']>,
): Promise<{ before: KnowledgeDocument; after: KnowledgeDocument } | undefined> => {
  const [before] = await findDocuments(tx, agentId, [id]);
  const after = await tx
    .updateTable('documents')
    .set(change)
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .returningAll()
    .executeTakeFirst();
  return before && after && { before, after: toDocument(after) };
};

export const listDocuments = async (
  db: Handle,
  knowledgeBaseId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ documents: KnowledgeDocument[]; total: number }> => {
  const ofBase = db.selectFrom('documents').where('knowledge_base_id', '=', knowledgeBaseId);
  const { total } = await ofBase
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await ofBase.selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset).execute();
  return { documents: rows.map(toDocument), total: Number(total) };
};

/**
 * The newest upload of a document replaces the pending one, whose id is returned. On PostgreSQL the row is locked
 * first: otherwise the pending upload might become the served one before it is replaced, and the caller would
 * delete it as superseded.
 */
export const replacePending = async (
  tx: Handle,
  agentId: string,
  upload: NewUpload,
  sourceUrl: string | undefined,
  nowMs: number,
): Promise<{ supersededUploadId: string | null } | undefined> => {
  const before = await tx
    .selectFrom('documents')
    .select('pending_upload_id')
    .where('id', '=', upload.document_id)
    .where('agent_id', '=', agentId)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (!before) return undefined;
  const updated = await tx
    .updateTable('documents')
    .set({
      pending_upload_id: upload.id,
      status: 'PENDING',
      fail_reason: null,
      stage: '',
      stage_done: 0,
      stage_total: 0,
      updated_at: nowMs,
      ...(sourceUrl === undefined ? {} : { source_url: sourceUrl }),
    })
    .where('id', '=', upload.document_id)
    .returning('id')
    .executeTakeFirst();
  if (!updated) return undefined;
  await insertUpload(tx, upload);
  faultPoint('document-replacing');
  afterCommit(tx, () => faultPoint('document-replaced'));
  return { supersededUploadId: before.pending_upload_id };
};

/** Deletes the rows at once. Their contents are deleted later. */
export const deleteDocuments = async (tx: Handle, agentId: string, ids: readonly string[]) => {
  const gone = await tx
    .deleteFrom('documents')
    .where('agent_id', '=', agentId)
    .where('id', 'in', ids)
    .returning(['id', 'chunk_count', 'served_upload_id'])
    .execute();
  faultPoint('document-deleting');
  afterCommit(tx, () => faultPoint('document-deleted'));
  return gone;
};

export const statusesOf = async (db: Handle, agentId: string, ids: readonly string[]) =>
  ids.length === 0
    ? []
    : db
        .selectFrom('documents')
        .select(['id', 'status', 'fail_reason as failReason'])
        .where('agent_id', '=', agentId)
        .where('id', 'in', ids)
        .execute();

/** The uploads of one document, or one upload. */
export const listUploads = (
  db: Handle,
  where: { documentId: string } | { uploadId: string },
): Promise<UploadRow[]> => {
  const uploads = db.selectFrom('document_uploads').selectAll();
  return (
    'documentId' in where
      ? uploads.where('document_id', '=', where.documentId)
      : uploads.where('id', '=', where.uploadId)
  ).execute();
};

/** A re-indexed document has a second upload of the same file. */
export const hasOtherUploadOfFile = async (db: Handle, upload: NewUpload): Promise<boolean> =>
  (await db
    .selectFrom('document_uploads')
    .select('id')
    .where('document_id', '=', upload.document_id)
    .where('file_id', '=', upload.file_id)
    .where('id', '<>', upload.id)
    .executeTakeFirst()) !== undefined;

export const deleteUpload = async (db: Handle, id: string): Promise<void> => {
  await db.deleteFrom('document_uploads').where('id', '=', id).execute();
};
