import { type SelectQueryBuilder, sql } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import type { ChunkEditKind, DocumentStatus } from '../../db/schema/knowledge.ts';
import { type KnowledgeDocument, toDocument } from './document-states.ts';

export interface DocumentFilter {
  knowledgeBaseId?: string;
  status?: DocumentStatus;
  /** Part of the name, case-insensitive. */
  name?: string;
  tag?: string;
}

type Documents = SelectQueryBuilder<Schema, 'documents', object>;

const escaped = (part: string): string => part.replace(/[\\%_]/g, '\\$&');
const likePattern = (part: string): string => `%${escaped(part.toLowerCase())}%`;

const matching = (query: Documents, { knowledgeBaseId, status, name, tag }: DocumentFilter): Documents =>
  query
    .$if(knowledgeBaseId !== undefined, (some) => some.where('knowledge_base_id', '=', knowledgeBaseId!))
    .$if(status !== undefined, (some) => some.where('status', '=', status!))
    // Tags are a JSON list, so a tag is between quotation marks, escaped as in JSON.
    .$if(!!tag, (some) =>
      some.where(sql<boolean>`tags like ${`%${escaped(JSON.stringify(tag))}%`} escape '\\'`),
    )
    .$if(!!name, (some) => some.where(sql<boolean>`lower(name) like ${likePattern(name!)} escape '\\'`));

/** An agent's documents in all its knowledge bases, newest first. */
export const searchDocuments = async (
  db: Handle,
  agentId: string,
  filter: DocumentFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ documents: KnowledgeDocument[]; total: number }> => {
  const found = matching(db.selectFrom('documents').where('agent_id', '=', agentId), filter);
  const { total } = await found
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset).execute();
  return { documents: rows.map(toDocument), total: Number(total) };
};

/** As literals: the database must see that the partial index of unfinished documents applies. */
const atWork = sql<boolean>`status in ('PENDING', 'PROCESSING')`;

/** Unfinished documents: first those in progress, then those that wait longest. */
export const documentsAtWork = async (
  db: Handle,
  agentId: string,
  limit: number,
): Promise<KnowledgeDocument[]> => {
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where(atWork)
    .orderBy(sql`case status when 'PROCESSING' then 0 else 1 end`)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(toDocument);
};

export const countAtWork = async (db: Handle, agentId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('documents')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('agent_id', '=', agentId)
    .where(atWork)
    .executeTakeFirstOrThrow();
  return Number(total);
};

export const documentsUpdatedSince = async (
  db: Handle,
  agentId: string,
  sinceMs: number,
  limit: number,
): Promise<KnowledgeDocument[]> => {
  const rows = await db
    .selectFrom('documents')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('updated_at', '>=', sinceMs)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toDocument);
};

export interface ListedChunk {
  id: string;
  position: number;
  headingPath: string[];
  content: string;
  tokens: number;
  /** Of a pair of questions and answer. */
  questions: string[];
  keywords: string[];
  isEnabled: boolean;
  /** null: as the file has it. */
  edit: {
    kind: ChunkEditKind;
    /** null for an added chunk. */
    originalContent: string | null;
    /** Newer content does not have the original text any more. */
    hasConflict: boolean;
    editorEmail: string;
    editedAtMs: number;
  } | null;
}

const ofUpload = (db: Handle, uploadId: string) =>
  db.selectFrom('chunks').where('chunks.upload_id', '=', uploadId);

const listed = (db: Handle, uploadId: string) =>
  ofUpload(db, uploadId)
    .leftJoin('chunk_edits', 'chunk_edits.id', 'chunks.edit_id')
    .select([
      'chunks.id',
      'chunks.position',
      'chunks.heading_path',
      'chunks.content',
      'chunks.token_count',
      'chunks.match_text',
      'chunks.keywords',
      'chunks.is_enabled',
      'chunks.has_conflict',
      'chunk_edits.kind',
      'chunk_edits.original',
      'chunk_edits.editor_email',
      'chunk_edits.updated_at',
    ]);

type ListedRow = Awaited<ReturnType<ReturnType<typeof listed>['execute']>>[number];

const toListed = (row: ListedRow): ListedChunk => ({
  id: row.id,
  position: row.position,
  headingPath: JSON.parse(row.heading_path),
  content: row.content,
  tokens: row.token_count,
  questions: row.match_text === '' ? [] : row.match_text.split('\n'),
  keywords: JSON.parse(row.keywords),
  isEnabled: row.is_enabled === 1,
  edit:
    row.kind === null
      ? null
      : {
          kind: row.kind,
          originalContent: row.original === null ? null : JSON.parse(row.original).text,
          hasConflict: row.has_conflict === 1,
          editorEmail: row.editor_email ?? '',
          editedAtMs: row.updated_at ?? 0,
        },
});

/** Chunks of one upload in order, and the number of all. */
export const listChunks = async (
  db: Handle,
  uploadId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ chunks: ListedChunk[]; total: number }> => {
  const { total } = await ofUpload(db, uploadId)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await listed(db, uploadId).orderBy('chunks.position').limit(limit).offset(offset).execute();
  return { chunks: rows.map(toListed), total: Number(total) };
};

export const findListedChunk = async (
  db: Handle,
  uploadId: string,
  chunkId: string,
): Promise<ListedChunk | undefined> => {
  const row = await listed(db, uploadId).where('chunks.id', '=', chunkId).executeTakeFirst();
  return row && toListed(row);
};
