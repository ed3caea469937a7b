import { sql } from 'kysely';
import { dialectOf, type Handle } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
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

export const insertVectors = async (
  tx: Handle,
  place: ChunkPlace,
  vectors: ({ number: number } & ChunkVector)[],
): Promise<void> => {
  await tx
    .insertInto('chunk_vectors')
    .values(
      vectors.map(({ number, model, vector }) => ({
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

/** Not searchable until the document serves this upload. */
export const stageChunks = async (
  tx: Handle,
  place: ChunkPlace,
  chunks: readonly StagedChunk[],
): Promise<void> => {
  const rows = await tx
    .insertInto('chunks')
    .values(
      chunks.map((chunk) => ({
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
    .returning(['number', 'position'])
    .execute();
  const byPosition = new Map(rows.map((row) => [row.position, row.number]));
  const vectors = chunks.flatMap(({ position, vector }) =>
    vector ? [{ number: byPosition.get(position)!, ...vector }] : [],
  );
  if (vectors.length > 0) await insertVectors(tx, place, vectors);
};

/**
 * Whether this upload is still the pending one of the document. On PostgreSQL the row is locked until the end of
 * the transaction, so that a deletion waits and then also deletes these chunks.
 */
export const holdsPending = async (
  tx: Handle,
  { documentId, uploadId }: Omit<ChunkPlace, 'agentId'>,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('documents')
    .select('id')
    .where('id', '=', documentId)
    .where('pending_upload_id', '=', uploadId)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
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
