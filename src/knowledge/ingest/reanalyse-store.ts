import type { Handle } from '../../db/index.ts';

/** A document whose served chunks have terms of an older analysis. */
export interface OutdatedDocument {
  sequence: number;
  id: string;
  agentId: string;
  workspaceId: string;
  uploadId: string;
}

const outdated = (db: Handle, version: number) =>
  db
    .selectFrom('documents')
    .innerJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
    .select([
      'documents.sequence',
      'documents.id',
      'documents.agent_id as agentId',
      'documents.workspace_id as workspaceId',
      'document_uploads.id as uploadId',
    ])
    .where('document_uploads.terms_version', '<', version);

/** Undefined if it was deleted, serves nothing or is up to date. */
export const findOutdated = (
  db: Handle,
  documentId: string,
  version: number,
): Promise<OutdatedDocument | undefined> =>
  outdated(db, version).where('documents.id', '=', documentId).executeTakeFirst();

/** In the order in which they were added, after a sequence. */
export const listOutdated = (
  db: Handle,
  version: number,
  { after, limit }: { after: number; limit: number },
): Promise<OutdatedDocument[]> =>
  outdated(db, version)
    .where('documents.sequence', '>', after)
    .orderBy('documents.sequence')
    .limit(limit)
    .execute();

/** Chunks that were deleted meanwhile are skipped. */
export const storeTerms = async (
  tx: Handle,
  chunks: readonly { number: number; termCount: number; terms: Uint8Array }[],
): Promise<void> => {
  for (const { number, termCount, terms } of chunks)
    await tx
      .updateTable('chunks')
      .set({ term_count: termCount, terms })
      .where('number', '=', number)
      .execute();
};

/** Whether the document still serves this upload. */
export const stillServes = async (
  tx: Handle,
  { id, uploadId }: Pick<OutdatedDocument, 'id' | 'uploadId'>,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', id)
    .where('served_upload_id', '=', uploadId)
    .executeTakeFirst();
  return row !== undefined;
};
