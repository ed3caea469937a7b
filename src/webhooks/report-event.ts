import type { Agent } from '../agents/index.ts';
import { isConnectorChannel } from '../channels/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { isTestChannel } from '../lib/test-chat-channel.ts';
import type { NewChatDelivery, NewDelivery } from './webhooks.ts';

export interface NewEvent {
  agent: Agent;
  /** Source of the event: a conversation, or a visitor of a page before there is one. */
  conversation: {
    id: string | null;
    visitorId?: string;
    channel: string;
    userId: string;
    anonymousId: string | null;
  };
  /** Such as handoff.started. The part before the dot names the subject. */
  name: string;
  data: Record<string, unknown>;
}

interface ReportDependencies {
  enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>;
  enqueueToChat: (tx: Handle, delivery: NewChatDelivery) => Promise<void>;
  clock: Clock;
}

/**
 * Reports an event of a conversation to the agent's webhook address, in the transaction
 * of the event. An agent without an address, or whose settings exclude events, reports none. Test chats report none.
 * A messaging platform that is told of events gets it in any case.
 */
export const createReportEvent =
  ({ enqueue, enqueueToChat, clock }: ReportDependencies) =>
  async (tx: Handle, { agent, conversation, name, data }: NewEvent): Promise<void> => {
    const { id: conversationId } = conversation;
    if (conversationId !== null && isConnectorChannel(conversation.channel))
      await enqueueToChat(tx, { agent, conversationId, kind: 'event', message: { event: { name, data } } });
    const { url, disabled, events } = agent.settings.webhook;
    if (url === null || disabled || events === 'none') return;
    if (isTestChannel(conversation.channel)) return;
    // Developers know their own API calls, but not what happens in a channel.
    if (events === 'channels' && conversation.channel === 'API') return;
    await enqueue(tx, {
      agent,
      conversationId: conversation.id,
      ...(conversation.visitorId === undefined ? {} : { visitorId: conversation.visitorId }),
      kind: 'event',
      target: 'message',
      body: {
        event: name,
        timestamp: clock.nowMs(),
        bot_id: agent.id,
        conversation_id: conversation.id ?? '',
        conversation_type: conversation.channel,
        user_id: conversation.userId,
        anonymous_id: conversation.anonymousId ?? '',
        data,
      },
    });
  };

export type ReportEvent = ReturnType<typeof createReportEvent>;
