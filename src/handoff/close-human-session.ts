import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import type { NewDelivery, ReportEvent } from '../webhooks/index.ts';
import { eventConversation } from './event-conversation.ts';
import { findHandoffConversation } from './handoff-conversation-store.ts';
import type { CloseReason, HumanSessionRow } from './human-session.ts';
import { updateHumanSession } from './human-session-store.ts';
import { testMark } from './test-mark.ts';

interface CloseDependencies {
  enqueue: (tx: Handle, delivery: NewDelivery) => Promise<string>;
  reportEvent: ReportEvent;
  clock: Clock;
}

interface Closing {
  agent: Agent;
  session: HumanSessionRow;
  reason: CloseReason;
}

const closePath = '/conversation/close';

/** The call to the human service. None if it closed the session itself or never got it. */
const wireType: Record<CloseReason, 'TIMEOUT' | 'USER_CLOSED' | null> = {
  TIMEOUT: 'TIMEOUT',
  USER_CLOSED: 'USER_CLOSED',
  // The contract has two types. This is the one that is not a timeout.
  OPERATOR_CLOSED: 'USER_CLOSED',
  HUMAN_CLOSED: null,
  UNREACHABLE: null,
};

/** Ends a session that is opening or open. The caller holds the lock. */
export const createCloseHumanSession =
  ({ enqueue, reportEvent, clock }: CloseDependencies) =>
  async (tx: Handle, { agent, session, reason }: Closing): Promise<void> => {
    const nowMs = clock.nowMs();
    await updateHumanSession(tx, session.id, {
      status: 'closed',
      close_reason: reason,
      closed_at: nowMs,
      deadline_at: null,
    });
    const conversation = await findHandoffConversation(tx, session.conversation_id);
    await reportEvent(tx, {
      agent,
      conversation: eventConversation(conversation),
      name: 'handoff.closed',
      data: { session_id: session.id, reason },
    });
    faultPoint('handoff-closing');
    const type = wireType[reason];
    if (type === null) return;
    await enqueue(tx, {
      agent,
      conversationId: conversation.id,
      kind: 'close',
      target: 'human_service',
      path: closePath,
      body: { conversation_id: conversation.id, timestamp: nowMs, type, ...testMark(conversation.channel) },
    });
  };

export type CloseHumanSession = ReturnType<typeof createCloseHumanSession>;
