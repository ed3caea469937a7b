import type { Handle } from '../db/index.ts';
import type { HumanMessage, MessageRow } from './human-session.ts';
import { toHumanMessage } from './human-session.ts';

/** The data of a conversation that a session needs. */
export const findHandoffConversation = (db: Handle, conversationId: string) =>
  db
    .selectFrom('conversations')
    .select([
      'id',
      'workspace_id',
      'agent_id',
      'user_id',
      'anonymous_id',
      'channel',
      'message_count',
      'visitor_id',
      'user_claimed',
      'awaits_email',
      'hidden_at',
    ])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();

export type HandoffConversation = Awaited<ReturnType<typeof findHandoffConversation>>;

/** The e-mail address that a developer preset as the user attribute `email`. */
export const findPresetEmail = async (db: Handle, agentId: string, userId: string): Promise<string> => {
  const row = await db
    .selectFrom('user_properties')
    .select('value')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('name', '=', 'email')
    .executeTakeFirst();
  return row?.value ?? '';
};

/** The address that a page gave for its user, or that the user entered there before. */
export const findVisitorEmail = async (db: Handle, visitorId: string | null): Promise<string> => {
  if (visitorId === null) return '';
  const row = await db.selectFrom('visitors').select('email').where('id', '=', visitorId).executeTakeFirst();
  return row?.email ?? '';
};

export const insertMessage = async (tx: Handle, row: Omit<MessageRow, 'position'>): Promise<MessageRow> =>
  tx.insertInto('human_messages').values(row).returningAll().executeTakeFirstOrThrow();

export const findMessage = (db: Handle, id: string): Promise<MessageRow | undefined> =>
  db.selectFrom('human_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** A reply that the human service has sent since then with the same text and time. */
export const findRepeated = (
  db: Handle,
  {
    sessionId,
    timestamp,
    text,
    sinceMs,
  }: { sessionId: string; timestamp: number; text: string; sinceMs: number },
) =>
  db
    .selectFrom('human_messages')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('given_timestamp', '=', timestamp)
    .where('text', '=', text)
    .where('created_at', '>=', sinceMs)
    .limit(1)
    .executeTakeFirst();

/** All messages to the user in this session, in order. */
export const listSessionMessages = (db: Handle, sessionId: string): Promise<MessageRow[]> =>
  db
    .selectFrom('human_messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('position')
    .execute();

/** In order. */
export const listMessages = async (
  db: Handle,
  {
    conversationId,
    afterPosition = 0,
    limit,
  }: { conversationId: string; afterPosition?: number; limit: number },
): Promise<HumanMessage[]> => {
  const rows = await db
    .selectFrom('human_messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .where('position', '>', afterPosition)
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map(toHumanMessage);
};
