import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** The cleanup of expired pauses finds them without reading all stored states. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('create index flow_pauses_by_expiry on flow_pauses (expires_at)').execute(db);
};
