import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { NewDelivery } from './webhooks.ts';

export interface AgentEvent {
  agent: Agent;
  name: 'source.synced' | 'source.failed' | 'evaluation.regressed';
  data: Record<string, unknown>;
}

/**
 * Reports the end of a sync or of a test run to the agent's webhook address, in the transaction that ends it. It belongs to
 * no conversation, so every setting except `none` includes it.
 */
export const createReportAgentEvent =
  ({ enqueue, clock }: { enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>; clock: Clock }) =>
  async (tx: Handle, { agent, name, data }: AgentEvent): Promise<void> => {
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
