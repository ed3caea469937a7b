import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/**
 * The version of the text analysis that made the terms of an upload's chunks. A process of the previous release
 * does not set it, so its uploads count as version 1.
 */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql
    .raw('alter table document_uploads add column terms_version integer not null default 1')
    .execute(db);
};
