import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  // What could not be read of the content that is served, for the people who look after it.
  await sql.raw(`alter table documents add column warnings ${text} not null default '[]'`).execute(db);
  // What stood in the files of a question, beside what was said in its recordings.
  await sql.raw(`alter table rounds add column read_text ${text} not null default ''`).execute(db);
};
