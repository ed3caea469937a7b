import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import type { HumanMessage, MessageRow } from './session.ts';
import { toHumanMessage } from './session.ts';

/** What a session needs to know of its conversation. */
export const findDialogue = (db: Handle, conversationId: string) =>
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
    ])
    .where('id', '=', conversationId)
    .executeTakeFirstOrThrow();

export type Dialogue = Awaited<ReturnType<typeof findDialogue>>;

const contextRounds = 50;
/** Characters of one text: a person reads the beginning of a long one, not megabytes of it. */
const contextCharacters = 10_000;

/** The newest rounds, oldest first. */
export const readContext = async (db: Handle, conversationId: string) => {
  const cut = (column: 'question_text' | 'heard_text' | 'read_text' | 'answer_text' | 'human_text') =>
    sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(contextCharacters)})`;
  const rows = await db
    .selectFrom('rounds')
    .select([
      'id',
      'question as parts',
      cut('question_text').as('question'),
      cut('heard_text').as('heard'),
      cut('read_text').as('read'),
      cut('answer_text').as('answer'),
      cut('human_text').as('human'),
    ])
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence', 'desc')
    .limit(contextRounds)
    .execute();
  return rows.reverse();
};

export type ContextRound = Awaited<ReturnType<typeof readContext>>[number];

export const setAwaitsEmail = (tx: Handle, conversationId: string, awaits: boolean) =>
  tx
    .updateTable('conversations')
    .set({ awaits_email: awaits ? 1 : 0 })
    .where('id', '=', conversationId)
    .execute();

export const findNewestRound = (db: Handle, conversationId: string) =>
  db
    .selectFrom('rounds')
    .select(['api_version', 'question_text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Asks the processes that run them to end these rounds; what they come to is decided when they are stored. */
export const stopRounds = async (
  tx: Handle,
  {
    conversationId,
    onlyWebhook,
    exceptId,
  }: { conversationId: string; onlyWebhook: boolean; exceptId: string | undefined },
): Promise<void> => {
  const rounds = await tx
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'running')
    .$if(exceptId !== undefined, (query) => query.where('id', '<>', exceptId!))
    .$if(onlyWebhook, (query) => query.where('mode', '=', 'webhook'))
    .orderBy('id')
    .execute();
  // One by one, because the event log locks rounds in the same order: one statement for all may lock them in another.
  for (const { id } of rounds)
    await tx
      .updateTable('rounds')
      .set({ stop_requested: 1 })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .execute();
};

/** The e-mail address a developer gave for a user beforehand, as the user attribute `email`. */
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

/** The one a page gave for its user, or the user entered there before. */
export const findVisitorEmail = async (db: Handle, visitorId: string | null): Promise<string> => {
  if (visitorId === null) return '';
  const row = await db.selectFrom('visitors').select('email').where('id', '=', visitorId).executeTakeFirst();
  return row?.email ?? '';
};

export const insertMessage = async (tx: Handle, row: Omit<MessageRow, 'position'>): Promise<MessageRow> =>
  tx.insertInto('human_messages').values(row).returningAll().executeTakeFirstOrThrow();

/** For memory, which reads rounds, and keeps those it has read as long as the version stays. */
export const addHumanText = async (
  tx: Handle,
  { conversationId, sequence, text }: { conversationId: string; sequence: number; text: string },
): Promise<void> => {
  await tx
    .updateTable('rounds')
    .set({
      human_text:
        sql`case when human_text = '' then ${text} else human_text || ${'\n'} || ${text} end` as never,
    })
    .where('conversation_id', '=', conversationId)
    .where('sequence', '=', sequence)
    .execute();
  await tx
    .updateTable('conversations')
    .set((eb) => ({ human_version: eb('human_version', '+', 1) }))
    .where('id', '=', conversationId)
    .execute();
};

/** A reply the human service has sent since then: same words, same time. */
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

/** In the order in which they were said. */
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
