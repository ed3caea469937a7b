import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

/** Whoever loses the right to make reset links loses those they made. Links from before are short-lived: they end now. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    'delete from operator_reset_links',
    `alter table operator_reset_links add column created_by_id ${text} not null default ''`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
