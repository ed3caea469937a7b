import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  await sql
    .raw(
      `create table loose_files (
        file_id ${text} primary key references files (id) on delete cascade, created_at bigint not null)`,
    )
    .execute(db);
  await sql.raw('create index loose_files_by_age on loose_files (created_at)').execute(db);
};
