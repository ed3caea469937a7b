import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

const statements = (kind: DatabaseKind): string[] => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  return [
    `create table flow_versions (
      agent_id ${text} not null references agents (id), version integer not null, graph ${text} not null,
      note ${text} not null, created_by ${text} not null, created_at bigint not null,
      primary key (agent_id, version))`,
    `create table flows (
      agent_id ${text} primary key references agents (id), draft ${text} not null, revision integer not null,
      published_version integer, updated_at bigint not null,
      foreign key (agent_id, published_version) references flow_versions (agent_id, version))`,
  ];
};

export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  for (const statement of statements(kind)) await sql.raw(statement).execute(db);
};
