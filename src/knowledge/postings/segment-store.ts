import { dialectOf, type Handle } from '../../db/index.ts';
import { packMarkers } from './markers.ts';
import { packChunks, type SegmentChunk, unpackChunks } from './segment-chunks.ts';

/** Segments of chunks: PostgreSQL only. On SQLite every function here does nothing. */

export interface SegmentPlace {
  agentId: string;
  documentId: string;
  uploadId: string;
}

interface PostedChunk extends SegmentChunk {
  terms: Uint8Array;
}

const hasSegments = (tx: Handle): boolean => dialectOf(tx) === 'postgres';

/** A change of a chunk replaces its segment, so it must not be large. */
export const mostChunks = 64;

interface PlacedChunks {
  place: SegmentPlace;
  /** Without disabled ones. */
  chunks: readonly PostedChunk[];
}

const toRows = ({ place, chunks }: PlacedChunks) => {
  const ordered = chunks.toSorted((a, b) => a.number - b.number);
  return Array.from({ length: Math.ceil(ordered.length / mostChunks) }, (_, at) => {
    const members = ordered.slice(at * mostChunks, (at + 1) * mostChunks);
    return {
      agent_id: place.agentId,
      document_id: place.documentId,
      upload_id: place.uploadId,
      first_number: members[0]!.number,
      last_number: members.at(-1)!.number,
      chunk_count: members.length,
      run_number: null,
      markers: packMarkers(members.map(({ terms }) => terms)),
      chunks: packChunks(members),
    };
  });
};

/** In the transaction that stores the chunks. */
export const addSegments = async (tx: Handle, documents: readonly PlacedChunks[]): Promise<void> => {
  if (!hasSegments(tx)) return;
  const rows = documents.flatMap(toRows);
  if (rows.length > 0) await tx.insertInto('posting_segments').values(rows).execute();
};

/** Whoever changes the segments of an upload that may be served locks it first, after its document. */
export const lockPostingsVersion = (tx: Handle, uploadId: string) =>
  tx
    .selectFrom('document_uploads')
    .select('postings_version')
    .where('id', '=', uploadId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * The terms of these chunks changed, or the chunks were added, deleted, enabled or disabled: the segments that have them
 * are replaced by new ones with the chunks as they are now. Those that did not change get segments of their own:
 * otherwise a job that changes all chunks in portions would replace ever larger ones. In the transaction of the change.
 */
export const replaceSegments = async (
  tx: Handle,
  place: SegmentPlace,
  numbers: readonly number[],
): Promise<void> => {
  if (!hasSegments(tx) || numbers.length === 0) return;
  const upload = await lockPostingsVersion(tx, place.uploadId);
  // Without segments. The job will make those of all chunks.
  if (!upload || upload.postings_version === null) return;
  const changed = new Set(numbers);
  const near = await tx
    .selectFrom('posting_segments')
    .select(['number', 'chunks'])
    .where('upload_id', '=', place.uploadId)
    .where('first_number', '<=', Math.max(...numbers))
    .where('last_number', '>=', Math.min(...numbers))
    // In the same order as the job that merges runs, so that they cannot wait for each other.
    .orderBy('number')
    .forUpdate()
    .execute();
  const replaced = near
    .map(({ number, chunks }) => ({ number, members: unpackChunks(chunks).map((chunk) => chunk.number) }))
    .filter(({ members }) => members.some((member) => changed.has(member)));
  const affected = new Set([...numbers, ...replaced.flatMap(({ members }) => members)]);
  const rows = await tx
    .selectFrom('chunks')
    .select(['number', 'term_count', 'terms'])
    .where('number', 'in', [...affected])
    .where('upload_id', '=', place.uploadId)
    .where('is_enabled', '=', 1)
    .execute();
  if (replaced.length > 0)
    await tx
      .deleteFrom('posting_segments')
      .where(
        'number',
        'in',
        replaced.map(({ number }) => number),
      )
      .execute();
  const chunks = rows.map(({ number, term_count, terms }) => ({ number, termCount: term_count, terms }));
  const isChanged = ({ number }: SegmentChunk): boolean => changed.has(number);
  await addSegments(tx, [
    { place, chunks: chunks.filter(isChanged) },
    { place, chunks: chunks.filter((chunk) => !isChanged(chunk)) },
  ]);
};

/** With the first chunks of uploads: from here on each of their chunks gets its segment. */
export const beginSegments = async (tx: Handle, uploadIds: readonly string[]): Promise<void> => {
  if (!hasSegments(tx) || uploadIds.length === 0) return;
  await tx
    .updateTable('document_uploads')
    .set((values) => ({
      postings_version: values
        .selectFrom('documents')
        .select('content_version')
        .whereRef('documents.id', '=', 'document_uploads.document_id'),
    }))
    .where('id', 'in', uploadIds)
    .execute();
};

/** With every increase of the document's content version. Stays null, or behind, if the segments are incomplete. */
export const continueSegments = async (tx: Handle, uploadId: string): Promise<void> => {
  if (!hasSegments(tx)) return;
  await tx
    .updateTable('document_uploads')
    .set((values) => ({ postings_version: values('postings_version', '+', 1) }))
    .where('id', '=', uploadId)
    .execute();
};

/** After the chunks have been deleted. Returns the agents whose runs still have their postings. */
export const deleteSegments = async (
  tx: Handle,
  where: { documentId: string } | { uploadId: string },
): Promise<string[]> => {
  if (!hasSegments(tx)) return [];
  const query = tx.deleteFrom('posting_segments').returning(['agent_id', 'run_number']);
  const rows = await ('documentId' in where
    ? query.where('document_id', '=', where.documentId)
    : query.where('upload_id', '=', where.uploadId)
  ).execute();
  return [...new Set(rows.filter(({ run_number }) => run_number !== null).map(({ agent_id }) => agent_id))];
};

export interface StoredSegment {
  number: number;
  documentId: string;
  uploadId: string;
  /** Its postings are in a run. */
  isStored: boolean;
  markers: Uint8Array;
  chunks: Uint8Array;
}

const segmentColumns = ['number', 'document_id', 'upload_id', 'run_number', 'markers', 'chunks'] as const;

const toSegment = (row: {
  number: number;
  document_id: string;
  upload_id: string;
  run_number: number | null;
  markers: Uint8Array;
  chunks: Uint8Array;
}): StoredSegment => ({
  number: row.number,
  documentId: row.document_id,
  uploadId: row.upload_id,
  isStored: row.run_number !== null,
  markers: row.markers,
  chunks: row.chunks,
});

export const pageOfSegments = async (
  db: Handle,
  where: { agentId: string } | { uploadIds: readonly string[] },
  { after, limit }: { after: number; limit: number },
): Promise<StoredSegment[]> => {
  const query = db.selectFrom('posting_segments').select(segmentColumns);
  const rows = await ('agentId' in where
    ? query.where('agent_id', '=', where.agentId)
    : query.where('upload_id', 'in', where.uploadIds)
  )
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(toSegment);
};
