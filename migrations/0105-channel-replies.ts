import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** Where the reply of a round goes, for platforms that wait for the reply to each message. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const [text, asIndex] = kind === 'sqlite' ? ['text', ' without rowid'] : ['text collate "C"', ''];
  const statements = [
    `create table channel_replies (
      round_id ${text} primary key, chat_id ${text} not null references channel_chats (id) on delete cascade,
      address ${text} not null, created_at bigint not null)${asIndex}`,
    'create index channel_replies_by_chat on channel_replies (chat_id)',
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
