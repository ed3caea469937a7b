import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Edits of chunks, question and answer pairs, and documents that are disabled, tagged and filtered. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    'alter table documents add column is_enabled integer not null default 1',
    `alter table documents add column tags ${text} not null default '[]'`,
    `alter table documents add column attributes ${text} not null default '{}'`,
    'alter table documents add column content_version integer not null default 0',
    'alter table document_uploads add column keeps_edits integer not null default 1',
    `alter table chunks add column match_text ${text} not null default ''`,
    `alter table chunks add column keywords ${text} not null default '[]'`,
    'alter table chunks add column is_enabled integer not null default 1',
    `alter table chunks add column edit_id ${text}`,
    'alter table chunks add column has_conflict integer not null default 0',
    'alter table knowledge_sources add column keeps_edits integer not null default 1',
    // No reference to documents: the edits of a deleted document are deleted with its chunks.
    `create table chunk_edits (
      id ${text} primary key, document_id ${text} not null, agent_id ${text} not null, kind ${text} not null,
      position integer not null, original ${text}, content ${text} not null, heading_path ${text} not null,
      match_text ${text} not null, keywords ${text} not null, is_enabled integer not null,
      editor_id ${text} not null, editor_email ${text} not null, created_at bigint not null,
      updated_at bigint not null)`,
    'create index chunk_edits_by_document on chunk_edits (document_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
