import { sql } from 'kysely';
import { type Handle, prepared } from '../../db/index.ts';
import type { ReadChunk } from './chunk-reader.ts';
import type { IndexedDocument } from './document-table.ts';
import type { WordsOfDocument } from './document-words.ts';

const selectSequence = prepared<{ agentId: string }, { sequence: number }>((db, value) =>
  db.selectFrom('knowledge_states').select('sequence').where('agent_id', '=', value('agentId')),
);

export const readSequence = async (db: Handle, agentId: string): Promise<number | undefined> => {
  const [row] = await selectSequence(db, { agentId });
  return row?.sequence;
};

const selectChunkCount = prepared<{ agentId: string }, { chunk_count: number }>((db, value) =>
  db.selectFrom('knowledge_states').select('chunk_count').where('agent_id', '=', value('agentId')),
);

/** Undefined if the agent never had knowledge. */
export const readChunkCount = async (db: Handle, agentId: string): Promise<number | undefined> => {
  const [row] = await selectChunkCount(db, { agentId });
  return row?.chunk_count;
};

/** Agents with knowledge, the largest first. */
export const agentsBySize = async (db: Handle): Promise<string[]> => {
  const rows = await db
    .selectFrom('knowledge_states')
    .select('agent_id')
    .where('chunk_count', '>', 0)
    .orderBy('chunk_count', 'desc')
    .execute();
  return rows.map((row) => row.agent_id);
};

/** Documents changed after `after`. Undefined if the log no longer reaches that far back. */
export const changesAfter = async (
  db: Handle,
  agentId: string,
  after: number,
): Promise<{ sequence: number; documentIds: string[] } | undefined> => {
  const rows = await db
    .selectFrom('knowledge_changes')
    .select(['sequence', 'document_id'])
    .where('agent_id', '=', agentId)
    .where('sequence', '>', after)
    .orderBy('sequence')
    .execute();
  if (rows[0]?.sequence !== after + 1) return undefined;
  return {
    sequence: rows.at(-1)!.sequence,
    documentIds: [...new Set(rows.map((row) => row.document_id))],
  };
};

export interface ServedDocument extends IndexedDocument {
  sequence: number;
  /** PostgreSQL: whether the segments of the served upload are complete. */
  isPosted: boolean;
}

const servedDocuments = (db: Handle, agentId: string) =>
  db
    .selectFrom('documents')
    .leftJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
    .select([
      'documents.sequence',
      'documents.id',
      'knowledge_base_id',
      'models',
      'served_upload_id',
      'chunk_count',
      'terms_version',
      'content_version',
      'postings_version',
      'tags',
      'attributes',
    ])
    .where('agent_id', '=', agentId)
    .where('is_enabled', '=', 1)
    .where('served_upload_id', 'is not', null);

const toServed = (row: {
  sequence: number;
  id: string;
  knowledge_base_id: string;
  models: string;
  served_upload_id: string | null;
  chunk_count: number;
  terms_version: number | null;
  content_version: number;
  postings_version: number | null;
  tags: string;
  attributes: string;
}): ServedDocument => ({
  sequence: row.sequence,
  isPosted: row.postings_version === row.content_version,
  id: row.id,
  groupId: row.knowledge_base_id,
  uploadId: row.served_upload_id!,
  chunkCount: row.chunk_count,
  models: JSON.parse(row.models),
  termsVersion: row.terms_version ?? 1,
  contentVersion: row.content_version,
  tags: JSON.parse(row.tags),
  attributes: JSON.parse(row.attributes),
});

export const pageOfDocuments = async (
  db: Handle,
  agentId: string,
  after: number,
  limit: number,
): Promise<ServedDocument[]> => {
  const rows = await servedDocuments(db, agentId)
    .where('documents.sequence', '>', after)
    .orderBy('documents.sequence')
    .limit(limit)
    .execute();
  return rows.map(toServed);
};

export const servedAmong = async (
  db: Handle,
  agentId: string,
  ids: readonly string[],
): Promise<ServedDocument[]> => {
  const rows = await servedDocuments(db, agentId).where('documents.id', 'in', ids).execute();
  return rows.map(toServed);
};

/** What completes words and finds documents by their names. */
export const wordsOfDocuments = async (
  db: Handle,
  agentId: string,
  ids: readonly string[],
): Promise<WordsOfDocument[]> => {
  const rows = await db
    .selectFrom('documents')
    .leftJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
    .select(['documents.id', 'name', 'words'])
    .where('agent_id', '=', agentId)
    .where('documents.id', 'in', ids)
    .execute();
  return rows.map(({ id, name, words }) => ({ documentId: id, name, words: words ?? '' }));
};

interface ChunkPage {
  chunks: ReadChunk[];
  /** Start of the next page. Undefined after the last. */
  next: number | undefined;
}

interface ChunkRow {
  number: number;
  document_id: string;
  upload_id: string;
  position: number;
  term_count: number;
  terms: Uint8Array;
}

const chunkColumns = ['number', 'document_id', 'upload_id', 'position', 'term_count', 'terms'] as const;

/** Without vectors, which the database compares. */
const toChunk = (row: ChunkRow): ReadChunk => ({
  number: row.number,
  documentId: row.document_id,
  uploadId: row.upload_id,
  position: row.position,
  termCount: row.term_count,
  terms: row.terms,
  vectors: [],
});

/** Those that are enabled and still exist. PostgreSQL only. */
export const chunksByNumber = async (db: Handle, numbers: readonly number[]): Promise<ReadChunk[]> => {
  const rows = await db
    .selectFrom('chunks')
    .select(chunkColumns)
    .where('number', '=', sql<number>`any(${[...numbers]}::bigint[])`)
    .where('is_enabled', '=', 1)
    .orderBy('number')
    .execute();
  return rows.map(toChunk);
};

export const pageOfUpload = async (
  db: Handle,
  uploadId: string,
  after: number,
  limit: number,
): Promise<ChunkPage> => {
  const rows = await db
    .selectFrom('chunks')
    .select(chunkColumns)
    .where('upload_id', '=', uploadId)
    .where('is_enabled', '=', 1)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
  return {
    chunks: rows.map(toChunk),
    next: rows.length < limit ? undefined : rows.at(-1)!.position,
  };
};

/** SQLite only. */
export const findDatabaseFile = async (db: Handle): Promise<string> => {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]!.file;
};
