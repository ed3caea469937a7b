import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/**
 * Saved states of agents. The current state of every agent is its first version, because later changes are compared with
 * it. The settings can be copied as they are: secrets of versions are encrypted for the same place as those of the agent.
 */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table agent_versions (
      id ${text} primary key, agent_id ${text} not null references agents (id) on delete cascade,
      version integer not null, name ${text} not null, api_enabled integer not null, settings ${text} not null,
      encryption_key_id ${text}, settings_bytes integer not null, note ${text} not null, created_by ${text} not null,
      created_at bigint not null, restored_from integer, published_at bigint, published_by ${text})`,
    'create unique index agent_versions_by_agent on agent_versions (agent_id, version)',
    'alter table agents add column drafts_enabled integer not null default 0',
    'alter table agents add column draft_version integer',
    `insert into agent_versions (id, agent_id, version, name, api_enabled, settings, encryption_key_id, settings_bytes,
        note, created_by, created_at, published_at)
      select id || ':' || version, id, version, name, api_enabled, settings, encryption_key_id, length(settings),
        '', '', updated_at, updated_at
      from agents where deleted_at is null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
