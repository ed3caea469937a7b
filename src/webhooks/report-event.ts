import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { NewDelivery } from './webhooks.ts';

export interface NewEvent {
  agent: Agent;
  /** Where it happened: in a conversation, or before there is one to a visitor of a page. */
  conversation: {
    id: string | null;
    visitorId?: string;
    channel: string;
    userId: string;
    anonymousId: string | null;
  };
  /** Such as handoff.started; the part before the dot says what it is about. */
  name: string;
  data: Record<string, unknown>;
}

/**
 * Tells the agent's webhook address of something that happened in a conversation, as part of the transaction
 * in which it did. An agent without an address, or whose settings do not ask for events, reports none.
 */
export const createReportEvent =
  ({ enqueue, clock }: { enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>; clock: Clock }) =>
  async (tx: Handle, { agent, conversation, name, data }: NewEvent): Promise<void> => {
    const { url, disabled, events } = agent.settings.webhook;
    if (url === null || disabled || events === 'none') return;
    // A developer who calls the API knows what they do; what happens in a channel they would not hear of.
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
