import type { Selectable } from 'kysely';
import { dialectOf, type Handle, type Schema } from '../../db/index.ts';
import type { ChunkEdit } from './apply-edits.ts';

type EditRow = Selectable<Schema['chunk_edits']>;

const toEdit = (row: EditRow): ChunkEdit => ({
  id: row.id,
  kind: row.kind,
  position: row.position,
  original: row.original === null ? null : JSON.parse(row.original),
  content: row.content,
  headingPath: JSON.parse(row.heading_path),
  matchText: row.match_text,
  keywords: JSON.parse(row.keywords),
  isEnabled: row.is_enabled === 1,
});

/** In the order in which they were made. */
export const listEdits = async (db: Handle, documentId: string): Promise<ChunkEdit[]> => {
  const rows = await db
    .selectFrom('chunk_edits')
    .selectAll()
    .where('document_id', '=', documentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toEdit);
};

export const countEdits = async (db: Handle, documentId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('chunk_edits')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('document_id', '=', documentId)
    .executeTakeFirstOrThrow();
  return Number(total);
};

interface EditPlace {
  documentId: string;
  agentId: string;
  editor: { id: string; email: string };
  nowMs: number;
}

/** A second edit of a chunk replaces the first one. */
export const saveEdits = async (tx: Handle, place: EditPlace, edits: readonly ChunkEdit[]): Promise<void> => {
  if (edits.length === 0) return;
  await tx
    .insertInto('chunk_edits')
    .values(
      edits.map((edit) => ({
        id: edit.id,
        document_id: place.documentId,
        agent_id: place.agentId,
        kind: edit.kind,
        position: edit.position,
        original: edit.original && JSON.stringify(edit.original),
        content: edit.content,
        heading_path: JSON.stringify(edit.headingPath),
        match_text: edit.matchText,
        keywords: JSON.stringify(edit.keywords),
        is_enabled: edit.isEnabled ? 1 : 0,
        editor_id: place.editor.id,
        editor_email: place.editor.email,
        created_at: place.nowMs,
        updated_at: place.nowMs,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((values) => ({
        kind: values.ref('excluded.kind'),
        content: values.ref('excluded.content'),
        heading_path: values.ref('excluded.heading_path'),
        match_text: values.ref('excluded.match_text'),
        keywords: values.ref('excluded.keywords'),
        is_enabled: values.ref('excluded.is_enabled'),
        editor_id: values.ref('excluded.editor_id'),
        editor_email: values.ref('excluded.editor_email'),
        updated_at: values.ref('excluded.updated_at'),
      })),
    )
    .execute();
};

export const deleteEdit = async (tx: Handle, id: string): Promise<void> => {
  await tx.deleteFrom('chunk_edits').where('id', '=', id).execute();
};

export const deleteEditsOf = async (tx: Handle, documentId: string): Promise<void> => {
  await tx.deleteFrom('chunk_edits').where('document_id', '=', documentId).execute();
};

/** What an edit needs to know of its document. On PostgreSQL the row is locked until the end of the transaction. */
export const lockDocument = (tx: Handle, agentId: string, documentId: string) =>
  tx
    .selectFrom('documents')
    .select(['id', 'name', 'kind', 'status', 'served_upload_id', 'pending_upload_id', 'models'])
    .where('id', '=', documentId)
    .where('agent_id', '=', agentId)
    .$if(dialectOf(tx) === 'postgres', (query) => query.forNoKeyUpdate())
    .executeTakeFirst();

export type LockedDocument = NonNullable<Awaited<ReturnType<typeof lockDocument>>>;

export const findChunk = async (db: Handle, uploadId: string, chunkId: string) => {
  const row = await db
    .selectFrom('chunks')
    .leftJoin('chunk_edits', 'chunk_edits.id', 'chunks.edit_id')
    .select([
      'chunks.number',
      'chunks.id',
      'chunks.position',
      'chunks.heading_path',
      'chunks.content',
      'chunks.match_text',
      'chunks.keywords',
      'chunks.is_enabled',
      'chunks.token_count',
      'chunks.edit_id',
      'chunks.has_conflict',
      'chunk_edits.kind',
      'chunk_edits.original',
      'chunk_edits.position as original_position',
    ])
    .where('chunks.upload_id', '=', uploadId)
    .where('chunks.id', '=', chunkId)
    .executeTakeFirst();
  return row && toStored(row);
};

interface StoredRow {
  number: number;
  id: string;
  position: number;
  heading_path: string;
  content: string;
  match_text: string;
  keywords: string;
  is_enabled: number;
  token_count: number;
  edit_id: string | null;
  has_conflict: number;
  kind: ChunkEdit['kind'] | null;
  original: string | null;
  original_position: number | null;
}

const toStored = (row: StoredRow) => ({
  number: row.number,
  id: row.id,
  position: row.position,
  headingPath: JSON.parse(row.heading_path) as string[],
  text: row.content,
  matchText: row.match_text,
  keywords: JSON.parse(row.keywords) as string[],
  isEnabled: row.is_enabled === 1,
  tokens: row.token_count,
  hasConflict: row.has_conflict === 1,
  /** null: as the file has it. */
  edit:
    row.edit_id === null
      ? null
      : {
          id: row.edit_id,
          kind: row.kind ?? 'change',
          position: row.original_position ?? row.position,
          original: row.original === null ? null : (JSON.parse(row.original) as ChunkEdit['original']),
        },
});

export type StoredChunk = ReturnType<typeof toStored>;
