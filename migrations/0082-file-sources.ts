import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Sources that read files (folders, object storage, Git), their credentials, and deletions that survive a restart. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table knowledge_sources add column connection ${text} not null default '{}'`,
    `alter table knowledge_sources add column last_listing ${text}`,
    `alter table knowledge_sources add column deletion ${text}`,
    `alter table source_run_pages add column version ${text}`,
    `create table source_credentials (
      source_id ${text} primary key references knowledge_sources (id) on delete cascade,
      credentials ${text} not null, encryption_key_id ${text})`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
