import type { Agent } from '../../agents/index.ts';
import { isProvenVisitor, type Visitor } from '../../channels/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Handoff } from '../../handoff/index.ts';

interface Visit {
  agent: Agent;
  visitor: Visitor;
  /** null: before a conversation exists. */
  conversationId: string | null;
  /** Such as message.sent. */
  name: string;
  data?: Record<string, unknown>;
}

/** In the caller's transaction: reports a visitor's action to the agent's webhook. */
export const createReportVisit =
  ({ handoff }: { handoff: Pick<Handoff, 'reportEvent'> }) =>
  (tx: Handle, { agent, visitor, conversationId, name, data = {} }: Visit): Promise<void> =>
    handoff.reportEvent(tx, {
      agent,
      conversation: {
        id: conversationId,
        ...(conversationId === null ? { visitorId: visitor.id } : {}),
        channel: visitor.channel,
        userId: visitor.userId,
        anonymousId: visitor.anonymousId,
      },
      name,
      data: { ...data, user_proven: isProvenVisitor(visitor) },
    });

export type ReportVisit = ReturnType<typeof createReportVisit>;
