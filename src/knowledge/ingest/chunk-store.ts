import { sql } from 'kysely';
import { dialectOf, type Handle, jsonRows } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { addSegments } from '../postings/segment-store.ts';
import { vectorToBytes } from '../search-index/vectors/vector-bytes.ts';
import type { PreparedChunk } from './prepare-thread.ts';

export interface ChunkVector {
  model: string;
  vector: Float32Array;
}

export interface StagedChunk extends PreparedChunk {
  /** Undefined for a disabled chunk. */
  vector: ChunkVector | undefined;
}

export interface ChunkPlace {
  agentId: string;
  documentId: string;
  uploadId: string;
}

/** pgvector reads a list in brackets. */
const storedVector = (handle: Handle, vector: Float32Array): Uint8Array | string =>
  dialectOf(handle) === 'sqlite' ? vectorToBytes(vector) : `[${vector.join(',')}]`;

export const insertVectors = (
  tx: Handle,
  place: ChunkPlace,
  vectors: ({ number: number } & ChunkVector)[],
): Promise<void> =>
  insertPlacedVectors(
    tx,
    vectors.map((vector) => ({ place, ...vector })),
  );

const insertPlacedVectors = async (
  tx: Handle,
  vectors: ({ place: ChunkPlace; number: number } & ChunkVector)[],
): Promise<void> => {
  if (vectors.length === 0) return;
  await tx
    .insertInto('chunk_vectors')
    .values(
      vectors.map(({ place, number, model, vector }) => ({
        chunk_number: number,
        model,
        agent_id: place.agentId,
        document_id: place.documentId,
        upload_id: place.uploadId,
        dimension: vector.length,
        vector: storedVector(tx, vector),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export interface StagedDocument {
  place: ChunkPlace;
  chunks: readonly StagedChunk[];
}

/** Not searchable until each document serves its upload. */
export const stageChunks = async (tx: Handle, documents: readonly StagedDocument[]): Promise<void> => {
  const placed = documents.flatMap(({ place, chunks }) => chunks.map((chunk) => ({ place, chunk })));
  if (placed.length === 0) return;
  const rows = await tx
    .insertInto('chunks')
    .values(
      placed.map(({ place, chunk }) => ({
        id: newId(),
        agent_id: place.agentId,
        document_id: place.documentId,
        upload_id: place.uploadId,
        position: chunk.position,
        heading_path: JSON.stringify(chunk.headingPath),
        content: chunk.text,
        token_count: chunk.tokens,
        term_count: chunk.termCount,
        terms: chunk.terms,
        match_text: chunk.matchText,
        keywords: JSON.stringify(chunk.keywords),
        is_enabled: chunk.isEnabled ? 1 : 0,
        edit_id: chunk.editId,
        has_conflict: chunk.hasConflict ? 1 : 0,
      })),
    )
    .returning(['number', 'upload_id', 'position'])
    .execute();
  const keyOf = (uploadId: string, position: number): string => `${uploadId} ${position}`;
  const numbers = new Map(rows.map((row) => [keyOf(row.upload_id, row.position), row.number]));
  const vectors = placed.flatMap(({ place, chunk: { position, vector } }) =>
    vector ? [{ place, number: numbers.get(keyOf(place.uploadId, position))!, ...vector }] : [],
  );
  await insertPlacedVectors(tx, vectors);
  const isPosted = ({ isEnabled }: StagedChunk): boolean => isEnabled;
  await addSegments(
    tx,
    documents.map(({ place, chunks }) => ({
      place,
      chunks: chunks.filter(isPosted).map(({ position, termCount, terms }) => ({
        number: numbers.get(keyOf(place.uploadId, position))!,
        termCount,
        terms,
      })),
    })),
  );
};

export const countStaged = async (db: Handle, uploadId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('chunks')
    .where('upload_id', '=', uploadId)
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The analysis that made the terms of an upload's chunks. */
export const setTermsVersion = async (tx: Handle, uploadId: string, version: number): Promise<void> => {
  await tx
    .updateTable('document_uploads')
    .set({ terms_version: version })
    .where('id', '=', uploadId)
    .execute();
};

export const setWords = async (tx: Handle, uploadId: string, words: string): Promise<void> => {
  await tx.updateTable('document_uploads').set({ words }).where('id', '=', uploadId).execute();
};

export interface FinishedUpload {
  uploadId: string;
  words: string;
  /** The analysis that made the terms. Undefined if it is stored already. */
  termsVersion: number | undefined;
}

/** What is known of uploads when all their chunks are stored. */
export const finishUploads = async (tx: Handle, uploads: readonly FinishedUpload[]): Promise<void> => {
  const given = uploads.map(({ uploadId, words, termsVersion }) => ({
    uploadId,
    words,
    ...(termsVersion === undefined ? {} : { termsVersion }),
  }));
  await sql`update document_uploads set words = given.value ->> 'words',
      terms_version = coalesce(cast(given.value ->> 'termsVersion' as integer), terms_version)
    from ${jsonRows(tx, given)} as given where document_uploads.id = given.value ->> 'uploadId'`.execute(tx);
};

/** Words of added or changed chunks. Repetitions do not matter. */
export const addWords = async (tx: Handle, uploadId: string, words: string): Promise<void> => {
  await tx
    .updateTable('document_uploads')
    .set({ words: sql<string>`coalesce(words, '') || ${`\n${words}`}` })
    .where('id', '=', uploadId)
    .execute();
};

/** The models whose vectors the chunks of an upload have. */
export const modelsOf = async (db: Handle, uploadId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('chunks')
    .innerJoin('chunk_vectors', 'chunk_vectors.chunk_number', 'chunks.number')
    .select('chunk_vectors.model')
    .distinct()
    .where('chunks.upload_id', '=', uploadId)
    .orderBy('chunk_vectors.model')
    .execute();
  return rows.map((row) => row.model);
};

/** Deletes up to `limit` chunks with their vectors and returns their number. */
export const deleteChunks = async (
  tx: Handle,
  where: { documentId: string } | { uploadId: string },
  limit: number,
): Promise<number> => {
  const query = tx.selectFrom('chunks').select('number').limit(limit);
  const rows = await ('documentId' in where
    ? query.where('document_id', '=', where.documentId)
    : query.where('upload_id', '=', where.uploadId)
  ).execute();
  if (rows.length === 0) return 0;
  const numbers = rows.map((row) => row.number);
  await tx.deleteFrom('chunk_vectors').where('chunk_number', 'in', numbers).execute();
  await tx.deleteFrom('chunks').where('number', 'in', numbers).execute();
  return numbers.length;
};
