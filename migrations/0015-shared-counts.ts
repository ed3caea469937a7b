import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const statements = (kind: DatabaseKind): string[] => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    `create table credit_holds (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id), owner ${text} not null,
      nano bigint not null)`,
    'create index credit_holds_by_owner on credit_holds (owner)',
    // Nothing of it has to outlive a crash of the database: an empty table means full buckets.
    ...(kind === 'postgres'
      ? [
          `create unlogged table rate_buckets (
            name ${text} primary key, tokens double precision not null, granted boolean not null,
            filled_at double precision not null)`,
        ]
      : []),
  ];
};

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};
