import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/** Rows that are there already have no key: they are encrypted at the next start, when the key is at hand. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table encryption_keys (
      key_id ${text} primary key, state ${text} not null unique, created_at bigint not null,
      check (state in ('current', 'retiring')))`,
    `alter table agents add column encryption_key_id ${text}`,
    `alter table service_secrets add column encryption_key_id ${text}`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
