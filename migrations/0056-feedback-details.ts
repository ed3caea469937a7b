import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** Why a user rated a reply as bad: one of the offered reasons, and a comment. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [
    'alter table rounds add column feedback_reason text',
    "alter table rounds add column feedback_comment text not null default ''",
  ])
    await sql.raw(statement).execute(db);
};
