import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { lockPostingsVersion, type SegmentPlace } from './segment-store.ts';

export interface Unposted extends SegmentPlace {
  contentVersion: number;
}

const unposted = (db: Handle) =>
  db
    .selectFrom('documents')
    .innerJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
    .where((where) =>
      where.or([
        where('document_uploads.postings_version', 'is', null),
        where('document_uploads.postings_version', '!=', where.ref('documents.content_version')),
      ]),
    );

/** Agents with served content whose segments are not complete: of an earlier version, or moved from SQLite. */
export const agentsWithoutPostings = async (db: Handle): Promise<string[]> => {
  const rows = await unposted(db).select('documents.agent_id').distinct().execute();
  return rows.map(({ agent_id }) => agent_id);
};

/** Agents with at least so many chunks whose postings are in no run. */
export const agentsWithUnstored = async (db: Handle, chunks: number): Promise<string[]> => {
  const { rows } = await sql<{ agent_id: string }>`select agent_id from posting_segments
    where run_number is null group by agent_id having sum(chunk_count) >= ${chunks}`.execute(db);
  return rows.map(({ agent_id }) => agent_id);
};

export const nextUnposted = async (db: Handle, agentId: string): Promise<Unposted | undefined> => {
  const row = await unposted(db)
    .select(['documents.id', 'documents.content_version', 'document_uploads.id as upload_id'])
    .where('documents.agent_id', '=', agentId)
    .limit(1)
    .executeTakeFirst();
  return row && { agentId, documentId: row.id, uploadId: row.upload_id, contentVersion: row.content_version };
};

export const pageOfTerms = async (
  db: Handle,
  uploadId: string,
  { after, limit }: { after: number; limit: number },
) => {
  const rows = await db
    .selectFrom('chunks')
    .select(['number', 'position', 'term_count', 'terms'])
    .where('upload_id', '=', uploadId)
    .where('is_enabled', '=', 1)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(({ number, position, term_count, terms }) => ({
    number,
    position,
    termCount: term_count,
    terms,
  }));
};

/**
 * Locks the document, so that edits wait, and so does another process that makes the segments of the same upload. False
 * if the content was edited or replaced since it was found, or if its segments are complete by now.
 */
export const lockUnposted = async (tx: Handle, place: Unposted): Promise<boolean> => {
  const document = await tx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', place.documentId)
    .where('served_upload_id', '=', place.uploadId)
    .where('content_version', '=', place.contentVersion)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!document) return false;
  // A statement of its own: the one above may have waited, and does not see other rows that changed meanwhile.
  const upload = await lockPostingsVersion(tx, place.uploadId);
  return upload !== undefined && upload.postings_version !== place.contentVersion;
};

export const completeSegments = async (tx: Handle, place: Unposted): Promise<void> => {
  await tx
    .updateTable('document_uploads')
    .set({ postings_version: place.contentVersion })
    .where('id', '=', place.uploadId)
    .execute();
};
