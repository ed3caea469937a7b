import type { Conversation } from '../conversations/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { findHumanState } from './conversation-store.ts';

const idleMs = 60 * 60 * 1000;

/** Whether the next message starts a new conversation: no message for an hour, and no person is expected to reply. */
export const isOver = async (
  handle: Handle,
  clock: Clock,
  conversation: Pick<Conversation, 'id' | 'recentChatAtMs'>,
): Promise<boolean> => {
  const sinceMs = clock.nowMs() - idleMs;
  if (conversation.recentChatAtMs > sinceMs) return false;
  const { session, lastMessageAtMs } = await findHumanState(handle, conversation.id);
  return !session && lastMessageAtMs <= sinceMs;
};
