import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/** The key that the secret of an authenticator app is encrypted with. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  await sql.raw(`alter table one_time_code_apps add column encryption_key_id ${text}`).execute(db);
};
