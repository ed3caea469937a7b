import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const statements = (kind: DatabaseKind): string[] => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    // Of the service itself, shared by its processes. Never shown.
    `create table service_secrets (name ${text} primary key, value ${text} not null, created_at bigint not null)`,
    `create table shared_files (
      file_id ${text} primary key references files (id) on delete cascade, expires_at bigint not null)`,
    'create index shared_files_by_expiry on shared_files (expires_at)',
  ];
};

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};
