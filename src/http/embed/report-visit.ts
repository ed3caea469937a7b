import type { Agent } from '../../agents/index.ts';
import { isProvenVisitor, type Visitor } from '../../channels/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Handoff } from '../../handoff/index.ts';

interface Visit {
  agent: Agent;
  visitor: Visitor;
  /** null: before there is a conversation. */
  conversationId: string | null;
  /** Such as message.sent. */
  name: string;
  data?: Record<string, unknown>;
}

/** Part of the caller's transaction: what a visitor did, for the agent's webhook. */
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
