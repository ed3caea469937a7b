import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/**
 * Connections to model providers that operators add in the console.
 *
 * - `model_connections.settings`: JSON with base URL, models and prices; API key and headers are encrypted.
 * - `workspace_models.version` increases with each change, so that other processes notice it.
 */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table model_connections (
      id ${text} primary key, workspace_id ${text} not null references workspaces (id), name ${text} not null,
      provider ${text} not null, settings ${text} not null, encryption_key_id ${text},
      version integer not null, created_at bigint not null, updated_at bigint not null,
      unique (workspace_id, name))`,
    `create table workspace_models (
      workspace_id ${text} primary key references workspaces (id), version integer not null, default_model ${text})`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
