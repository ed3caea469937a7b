import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** The page of the site on which the user of a session is. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  for (const column of ['page_url', 'page_title'])
    await sql.raw(`alter table human_sessions add column ${column} ${text}`).execute(db);
};
