import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** What followed from an update, for tools that read the reply later. E-mail addresses of users on platforms. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `alter table channel_updates add column outcome ${text}`,
    `alter table channel_users add column email ${text} not null default ''`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
