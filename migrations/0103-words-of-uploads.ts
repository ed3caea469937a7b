import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/**
 * The different words of an upload, so that a search can complete the word that is being typed: the keyword index has
 * only hashes of terms. Uploads of the previous release get theirs when they are analysed again.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table document_uploads add column words text').execute(db);
};
