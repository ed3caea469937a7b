import type { Agent } from '../agents/index.ts';
import { type Conversation, type Conversations, setTitle } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { findRoundOfAgent } from '../rounds/index.ts';
import type { Users } from '../users/index.ts';
import { type ConversationStatus, statusOf } from './conversation-status.ts';
import { findHumanState, findNewest, findVisible, listVisible } from './conversation-store.ts';
import { cleanTitle } from './conversation-title.ts';
import { isOver } from './is-over.ts';
import type { Visitor } from './visitor.ts';
import { lockBrowser } from './visitor-store.ts';

interface VisitorConversationsDependencies {
  db: Database;
  clock: Clock;
  conversations: Pick<Conversations, 'createIn'>;
  users: Pick<Users, 'resolveGuest'>;
}

/** The conversations of visitors: which they may read, which is current, when a new one starts. */
export const createVisitorConversations = ({
  db,
  clock,
  conversations,
  users,
}: VisitorConversationsDependencies) => {
  /** Conversations of others count as not found. */
  const requireIn = async (handle: Handle, visitor: Visitor, id: string): Promise<Conversation> => {
    const conversation = isId(id) ? await findVisible(handle, visitor, id) : undefined;
    if (!conversation) throw new AppError('conversationNotFound');
    return conversation;
  };

  const findCurrent = async (handle: Handle, visitor: Visitor): Promise<Conversation | undefined> => {
    const conversation = await findNewest(handle, visitor.id);
    return conversation && !(await isOver(handle, clock, conversation)) ? conversation : undefined;
  };

  const create = async (tx: Handle, agent: Agent, visitor: Visitor): Promise<Conversation> => {
    const { anonymousId } = visitor;
    // Checked again here: the visitor may have been linked to a user a moment ago.
    const userId =
      anonymousId === null ? visitor.userId : await users.resolveGuest(tx, agent.id, anonymousId);
    return conversations.createIn(tx, {
      agent,
      userId,
      channel: visitor.channel,
      ...(anonymousId === null ? {} : { anonymousId }),
      visitorId: visitor.id,
      isUserClaimed: visitor.identity === 'claimed',
    });
  };

  const requireRound = async (
    visitor: Visitor,
    column: 'id' | 'answer_id',
    id: string,
    field = column === 'id' ? 'message_id' : 'answer_id',
  ) => {
    const round = isId(id) ? await findRoundOfAgent(db.query, visitor.agentId, column, id) : undefined;
    if (round && (await findVisible(db.query, visitor, round.conversationId))) return round;
    throw new AppError('notFound', `${field}: this visitor has no such message`);
  };

  return {
    require: (visitor: Visitor, id: string) => requireIn(db.query, visitor, id),
    /** In the transaction that stores a message: the visitor may have deleted the conversation a moment ago. */
    requireIn,
    /** Returns the stored name. An empty one restores the automatic title. */
    rename: async (visitor: Visitor, id: string, given: string): Promise<Conversation> => {
      const title = cleanTitle(given);
      const conversation = await requireIn(db.query, visitor, id);
      await setTitle(db.query, conversation.id, title);
      await db.durable();
      return { ...conversation, title };
    },
    list: async (visitor: Visitor, { before, limit }: { before?: string | undefined; limit: number }) => {
      const last = before === undefined ? undefined : await requireIn(db.query, visitor, before);
      const found = await listVisible(db.query, visitor, { before: last, limit: limit + 1 });
      return { conversations: found.slice(0, limit), hasMore: found.length > limit };
    },

    /** The conversation that continues with the visitor's next message. Undefined if a new one would start. */
    current: (visitor: Visitor) => findCurrent(db.query, visitor),

    /** The conversation of a message that is replaced, also if it is over. */
    ofMessage: async (visitor: Visitor, messageId: string): Promise<Conversation> => {
      const { conversationId } = await requireRound(visitor, 'id', messageId, 'replaces');
      return requireIn(db.query, visitor, conversationId);
    },

    /** The named conversation unless it is over, otherwise the current one, otherwise a new one. */
    forMessage: (agent: Agent, visitor: Visitor, id: string | undefined): Promise<Conversation> =>
      db.transaction(async (tx) => {
        await lockBrowser(tx, visitor.browserSha256);
        const named = id === undefined ? undefined : await requireIn(tx, visitor, id);
        if (named && !(await isOver(tx, clock, named))) return named;
        return (await findCurrent(tx, visitor)) ?? create(tx, agent, visitor);
      }),

    /** An empty conversation is reused as the new one. */
    startNew: async (agent: Agent, visitor: Visitor): Promise<string> => {
      const conversation = await db.transaction(async (tx) => {
        await lockBrowser(tx, visitor.browserSha256);
        const current = await findCurrent(tx, visitor);
        return current?.messageCount === 0 ? current : create(tx, agent, visitor);
      });
      await db.durable();
      return conversation.id;
    },

    status: async (conversationId: string): Promise<ConversationStatus> => {
      const { session, awaitsEmail } = await findHumanState(db.query, conversationId);
      return statusOf(session, awaitsEmail);
    },

    requireRound: (visitor: Visitor, messageId: string) => requireRound(visitor, 'id', messageId),
    requireAnswer: (visitor: Visitor, answerId: string) => requireRound(visitor, 'answer_id', answerId),
  };
};
