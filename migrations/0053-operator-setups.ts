import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** How far the first operator has come in the setup of the installation. Absent: finished or never started. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  await sql
    .raw(
      `create table operator_setups (
        operator_id ${text} primary key references operators (id) on delete cascade,
        workspace_id ${text} not null references workspaces (id), step ${text} not null, agent_id ${text})`,
    )
    .execute(db);
};
