import { type Kysely, sql } from 'kysely';

export const phase = 'expand';

/** The language of the console that a person chose; null: the language of their browser. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql.raw('alter table operators add column language text').execute(db);
};
