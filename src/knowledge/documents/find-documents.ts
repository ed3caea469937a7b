import { type SelectQueryBuilder, sql } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';
import type { DocumentStatus } from '../../db/schema/knowledge.ts';
import { type KnowledgeDocument, toDocument } from './document-states.ts';

export interface DocumentFilter {
  knowledgeBaseId?: string;
  status?: DocumentStatus;
  /** Part of the name, case-insensitive. */
  name?: string;
}

type Documents = SelectQueryBuilder<Schema, 'documents', object>;

const likePattern = (part: string): string => `%${part.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;

const matching = (query: Documents, { knowledgeBaseId, status, name }: DocumentFilter): Documents =>
  query
    .$if(knowledgeBaseId !== undefined, (some) => some.where('knowledge_base_id', '=', knowledgeBaseId!))
    .$if(status !== undefined, (some) => some.where('status', '=', status!))
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
}

/** Chunks of one upload, in order. */
export const listChunks = async (
  db: Handle,
  uploadId: string,
  { offset, limit }: { offset: number; limit: number },
): Promise<ListedChunk[]> => {
  const rows = await db
    .selectFrom('chunks')
    .select(['id', 'position', 'heading_path', 'content', 'token_count'])
    .where('upload_id', '=', uploadId)
    .where('position', '>=', offset)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((chunk) => ({
    id: chunk.id,
    position: chunk.position,
    headingPath: JSON.parse(chunk.heading_path),
    content: chunk.content,
    tokens: chunk.token_count,
  }));
};
