import { type Kysely, sql } from 'kysely';
import type { DatabaseKind } from '../src/db/database.ts';

export const phase = 'expand';

/** E-mails that are sent by the SMTP server of the installation, and whether they were sent. */
export const up = async (db: Kysely<unknown>, kind: DatabaseKind): Promise<void> => {
  const text = kind === 'sqlite' ? 'text' : 'text collate "C"';
  const statements = [
    `create table mails (
      id ${text} primary key, workspace_id ${text} not null, kind ${text} not null,
      conversation_id ${text} references conversations (id) on delete cascade,
      human_message_id ${text},
      operator_id ${text} references operators (id) on delete cascade,
      sender_name ${text} not null, to_address ${text} not null, subject ${text} not null,
      body_text ${text} not null, body_html ${text} not null, message_id ${text} not null,
      status ${text} not null, error ${text}, created_at bigint not null, ended_at bigint)`,
    'create index mails_by_conversation on mails (conversation_id, human_message_id) where conversation_id is not null',
    'create index mails_by_operator on mails (operator_id) where operator_id is not null',
    `create index mails_ended on mails (ended_at) where conversation_id is null and ended_at is not null`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
};
