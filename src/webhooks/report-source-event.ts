import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { NewDelivery } from './webhooks.ts';

interface SourceEvent {
  agent: Agent;
  name: 'source.synced' | 'source.failed';
  data: Record<string, unknown>;
}

/**
 * Reports the end of a sync to the agent's webhook address, in the transaction that ends it. It belongs to no
 * conversation, so every setting except `none` includes it.
 */
export const createReportSourceEvent =
  ({ enqueue, clock }: { enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>; clock: Clock }) =>
  async (tx: Handle, { agent, name, data }: SourceEvent): Promise<void> => {
    const { url, disabled, events } = agent.settings.webhook;
    if (url === null || disabled || events === 'none') return;
    await enqueue(tx, {
      agent,
      conversationId: null,
      kind: 'event',
      target: 'message',
      body: {
        event: name,
        timestamp: clock.nowMs(),
        bot_id: agent.id,
        conversation_id: '',
        conversation_type: '',
        user_id: '',
        anonymous_id: '',
        data,
      },
    });
  };
