import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Flows that wait for the user's next message: the state after the round that asked. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  for (const statement of [
    `create table flow_pauses (
      round_id ${text} primary key references rounds (id) on delete cascade,
      conversation_id ${text} not null, sequence integer not null, flow_version integer, draft_sha256 ${text},
      state ${text} not null, expires_at bigint not null)`,
    'create index flow_pauses_by_conversation on flow_pauses (conversation_id, sequence)',
  ])
    await sql.raw(statement).execute(db);
};
