import { type Kysely, sql } from 'kysely';

/** A person was asked for and waits for the user's e-mail address; and files that people send. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  for (const statement of [
    'alter table conversations add column awaits_email integer not null default 0',
    "alter table human_messages add column files text not null default '[]'",
  ])
    await sql.raw(statement).execute(db);
};
