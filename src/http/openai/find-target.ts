import type { Agent } from '../../agents/index.ts';
import type { Conversation, Conversations } from '../../conversations/index.ts';
import { AppError } from '../../lib/errors.ts';
import { newAnonymousId } from '../../users/index.ts';
import type { Continuation } from './continue-calls.ts';

/** Where the round of a call is stored. */
export interface Target {
  conversationId: string;
  opens?: Conversation;
  replaces?: string;
}

interface TargetInput {
  agent: Agent;
  user: string | undefined;
  /** The conversation that the caller names. */
  conversationId: string | undefined;
  /** Set if the call brings results of tools. */
  continuation: Continuation | undefined;
}

/** Callers without a user must not share memories, so each conversation has its own. */
const openConversation = (conversations: Conversations, agent: Agent, user: string | undefined): Target => {
  const opens = conversations.prepare({ agent, userId: user ?? newAnonymousId('api'), channel: 'API' });
  return { conversationId: opens.id, opens };
};

/** The named conversation, that of the tool calls, or a new one. */
export const findTarget = async (
  conversations: Conversations,
  { agent, user, conversationId, continuation }: TargetInput,
): Promise<Target> => {
  const { earlier } = continuation ?? {};
  const continues =
    earlier?.replaceable !== undefined &&
    (conversationId === undefined || conversationId === earlier.conversationId) &&
    (user === undefined || user === earlier.userId);
  if (continues) return { conversationId: earlier.conversationId, replaces: earlier.replaceable! };
  if (conversationId === undefined) return openConversation(conversations, agent, user);
  // Without a user the round itself checks the conversation.
  if (user !== undefined && (await conversations.require(agent, conversationId)).userId !== user)
    throw new AppError('conversationMismatch');
  return { conversationId };
};
