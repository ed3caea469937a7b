import type { Handle } from '../../db/index.ts';
import { type ChunkPlace, insertVectors } from '../ingest/chunk-store.ts';
import { continueSegments, replaceSegments } from '../postings/segment-store.ts';
import type { EmbeddedText } from './embed-texts.ts';

/** Of the searchable content of a document. Disabled chunks count only as characters. */
export interface Figures {
  chunks: number;
  tokens: number;
  characters: number;
}

type NewRow = EmbeddedText & { id: string; position: number; editId: string | null };

const columnsOf = (text: EmbeddedText & { editId: string | null }) => ({
  heading_path: JSON.stringify(text.headingPath),
  content: text.text,
  token_count: text.tokens,
  term_count: text.termCount,
  terms: text.terms,
  match_text: text.matchText,
  keywords: JSON.stringify(text.keywords),
  is_enabled: text.isEnabled ? 1 : 0,
  edit_id: text.editId,
  has_conflict: 0,
});

const insertVectorsOf = async (
  tx: Handle,
  place: ChunkPlace,
  rows: readonly { number: number; text: EmbeddedText }[],
): Promise<void> => {
  const vectors = rows.flatMap(({ number, text }) => (text.vector ? [{ number, ...text.vector }] : []));
  if (vectors.length > 0) await insertVectors(tx, place, vectors);
};

export const addChunkRows = async (
  tx: Handle,
  place: ChunkPlace,
  texts: readonly NewRow[],
): Promise<void> => {
  const rows = await tx
    .insertInto('chunks')
    .values(
      texts.map((text) => ({
        id: text.id,
        agent_id: place.agentId,
        document_id: place.documentId,
        upload_id: place.uploadId,
        position: text.position,
        ...columnsOf(text),
      })),
    )
    .returning(['number', 'position'])
    .execute();
  const byPosition = new Map(rows.map((row) => [row.position, row.number]));
  await insertVectorsOf(
    tx,
    place,
    texts.map((text) => ({ number: byPosition.get(text.position)!, text })),
  );
  await replaceSegments(tx, place, [...byPosition.values()]);
};

const deleteVectors = (tx: Handle, number: number): Promise<unknown> =>
  tx.deleteFrom('chunk_vectors').where('chunk_number', '=', number).execute();

export const replaceChunkRow = async (
  tx: Handle,
  place: ChunkPlace,
  number: number,
  text: EmbeddedText & { editId: string | null },
): Promise<void> => {
  await tx.updateTable('chunks').set(columnsOf(text)).where('number', '=', number).execute();
  await deleteVectors(tx, number);
  await insertVectorsOf(tx, place, [{ number, text }]);
  await replaceSegments(tx, place, [number]);
};

export const deleteChunkRow = async (tx: Handle, place: ChunkPlace, number: number): Promise<void> => {
  await deleteVectors(tx, number);
  await tx.deleteFrom('chunks').where('number', '=', number).execute();
  await replaceSegments(tx, place, [number]);
};

export const nextPosition = async (tx: Handle, uploadId: string): Promise<number> => {
  const last = await tx
    .selectFrom('chunks')
    .select('position')
    .where('upload_id', '=', uploadId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.position ?? -1) + 1;
};

export const changeDocumentFigures = async (
  tx: Handle,
  { documentId, uploadId }: Pick<ChunkPlace, 'documentId' | 'uploadId'>,
  { chunks, tokens, characters, models, nowMs }: Figures & { models: readonly string[]; nowMs: number },
): Promise<void> => {
  await tx
    .updateTable('documents')
    .set((values) => ({
      chunk_count: values('chunk_count', '+', chunks),
      token_count: values('token_count', '+', tokens),
      char_count: values('char_count', '+', characters),
      content_version: values('content_version', '+', 1),
      models: JSON.stringify(models),
      updated_at: nowMs,
    }))
    .where('id', '=', documentId)
    .execute();
  await continueSegments(tx, uploadId);
};
