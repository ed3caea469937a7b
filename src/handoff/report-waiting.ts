import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { ReportEvent } from '../webhooks/index.ts';
import { eventConversation } from './event-conversation.ts';
import { findHandoffConversation } from './handoff-conversation-store.ts';
import type { HumanSessionRow } from './human-session.ts';
import type { NotableListener } from './notable-event.ts';

/** Why a session waits. started: it is new. returned: its operator gave it back or lost access. */
type WaitingCause = 'started' | 'returned';

/** Reports the event `handoff.waiting`: a session is open and waits for a person. */
export const createReportWaiting =
  ({ reportEvent, onNotable }: { reportEvent: ReportEvent; onNotable: NotableListener }) =>
  async (tx: Handle, agent: Agent, session: HumanSessionRow, cause: WaitingCause): Promise<void> => {
    const conversation = await findHandoffConversation(tx, session.conversation_id);
    await reportEvent(tx, {
      agent,
      conversation: eventConversation(conversation),
      name: 'handoff.waiting',
      data: { session_id: session.id, cause },
    });
    await onNotable(tx, { kind: 'waiting', session, operatorId: null });
  };

export type ReportWaiting = ReturnType<typeof createReportWaiting>;
