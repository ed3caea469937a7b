import { type Kysely, sql } from 'kysely';

/** Why a round failed, in words for operators. What API callers are told stays in error_message. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table rounds add column error_cause text').execute(db);
};
