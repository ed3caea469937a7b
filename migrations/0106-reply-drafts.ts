import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** The message that shows a reply while it is being written, so that the complete reply replaces it. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const column of ['draft text', 'drafted_at bigint', 'is_draft_used integer not null default 0'])
    await sql.raw(`alter table channel_replies add column ${column}`).execute(db);
};
