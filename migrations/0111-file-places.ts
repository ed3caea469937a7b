import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** Where the content of each file is: beside the database, or in object storage. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table files add column stored_in text not null default 'local'`.execute(db);
  // For the check at the start and for moving them.
  await sql`create index files_in_object_storage on files (id) where stored_in = 'objects'`.execute(db);
};
