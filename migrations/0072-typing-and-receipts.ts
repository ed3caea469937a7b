import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Who is typing in the inbox, for other processes, and which messages each side has read. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  // Signals are worth nothing after seconds, so they are not written to the log of changes.
  const table = kind === 'sqlite' ? 'table' : 'unlogged table';
  const statements = [
    'alter table human_sessions add column read_sequence integer not null default 0',
    `alter table human_sessions add column read_message_id ${text}`,
    'alter table human_sessions add column seen_position bigint not null default 0',
    `alter table human_sessions add column seen_message_id ${text}`,
    `create ${table} typing_signals (
      session_id ${text} not null references human_sessions (id) on delete cascade, writer_id ${text} not null,
      workspace_id ${text} not null, conversation_id ${text} not null, signalled_at bigint not null,
      primary key (session_id, writer_id))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
