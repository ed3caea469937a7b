import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely';
import { type Conversation, conversationColumns, toConversation } from '../conversations/index.ts';
import type { Handle, Schema } from '../db/index.ts';
import { pageChannels } from './page-channels.ts';
import type { Visitor } from './visitor.ts';

type Conversations = ExpressionBuilder<Schema, 'conversations'>;

/**
 * What a visitor may read: messages of this user in this browser and, if the site verifies
 * the user, messages in the pages of other browsers. Messages under an unverified
 * name are private to their browser: the real user does not see them, and vice versa. Conversations that the
 * visitor deleted are left out in each query.
 */
const isVisible =
  (visitor: Visitor) =>
  (eb: Conversations): ExpressionWrapper<Schema, 'conversations', SqlBool> => {
    const own = eb('visitor_id', '=', visitor.id);
    if (visitor.identity !== 'proven') return own as never;
    const claimedHere = eb
      .selectFrom('visitors')
      .select('visitors.id')
      .where('visitors.agent_id', '=', visitor.agentId)
      .where('visitors.channel', '=', visitor.channel)
      .where('visitors.browser_sha256', '=', visitor.browserSha256)
      .where('visitors.user_id', '=', visitor.userId);
    const ofUser = eb.and([
      eb('agent_id', '=', visitor.agentId),
      eb('user_id', '=', visitor.userId),
      eb('user_claimed', '=', 0),
      eb('channel', 'in', pageChannels),
    ]);
    return eb.or([own, ofUser, eb('visitor_id', 'in', claimedHere)]) as never;
  };

export const findVisible = async (
  db: Handle,
  visitor: Visitor,
  id: string,
): Promise<Conversation | undefined> => {
  const row = await db
    .selectFrom('conversations')
    .select(conversationColumns)
    .where('id', '=', id)
    .where('agent_id', '=', visitor.agentId)
    .where('hidden_at', 'is', null)
    .where(isVisible(visitor))
    .executeTakeFirst();
  return row && toConversation(row);
};

/** Conversations with at least one round, newest first. With `before` only older ones. */
export const listVisible = async (
  db: Handle,
  visitor: Visitor,
  { before, limit }: { before?: Conversation | undefined; limit: number },
): Promise<Conversation[]> => {
  const rows = await db
    .selectFrom('conversations')
    .select(conversationColumns)
    .where('agent_id', '=', visitor.agentId)
    .where('message_count', '>', 0)
    .where('hidden_at', 'is', null)
    .where(isVisible(visitor))
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(recent_chat_at, id) < (${before!.recentChatAtMs}, ${before!.id})`),
    )
    .orderBy('recent_chat_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toConversation);
};

/** The conversation that this browser last used. */
export const findNewest = async (db: Handle, visitorId: string): Promise<Conversation | undefined> => {
  const row = await db
    .selectFrom('conversations')
    .select(conversationColumns)
    .where('visitor_id', '=', visitorId)
    .where('hidden_at', 'is', null)
    .orderBy('recent_chat_at', 'desc')
    // Of the same time, the one with fewer messages was started later.
    .orderBy('message_count')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && toConversation(row);
};

/** Human sessions of the conversation: the open one, and its newest message. */
export const findHumanState = async (db: Handle, conversationId: string) => {
  const session = await db
    .selectFrom('human_sessions')
    .select(['status', 'has_replied', 'told_unreachable'])
    .where('conversation_id', '=', conversationId)
    .where(sql<boolean>`status <> 'closed'`)
    .executeTakeFirst();
  const newest = await db
    .selectFrom('human_messages')
    .select('created_at')
    .where('conversation_id', '=', conversationId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  const conversation = await db
    .selectFrom('conversations')
    .select('awaits_email')
    .where('id', '=', conversationId)
    .executeTakeFirst();
  return { session, lastMessageAtMs: newest?.created_at ?? 0, awaitsEmail: conversation?.awaits_email === 1 };
};
