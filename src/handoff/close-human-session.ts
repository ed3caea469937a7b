import type { Agent } from '../agents/index.ts';
import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import type { ReportEvent } from '../webhooks/index.ts';
import type { HumanBackends } from './backends/human-backend.ts';
import { eventConversation } from './event-conversation.ts';
import { findHandoffConversation } from './handoff-conversation-store.ts';
import type { CloseReason, HumanSessionRow } from './human-session.ts';
import type { NotableListener } from './notable-event.ts';
import { ratingWindowMs } from './rating-limits.ts';
import type { TellChat } from './tell-chat.ts';
import type { UpdateSession } from './update-session.ts';

interface CloseDependencies {
  backends: HumanBackends;
  update: UpdateSession;
  reportEvent: ReportEvent;
  clock: Clock;
  onNotable: NotableListener;
  tellChat: Pick<TellChat, 'ended'>;
}

interface Closing {
  agent: Agent;
  session: HumanSessionRow;
  reason: CloseReason;
  /** The operator who closes it in the inbox, their note and their reason. */
  closedBy?: string | undefined;
  note?: string | undefined;
  closedReason?: HumanSessionRow['closed_reason'] | undefined;
  /** The user starts another session instead, so this one is not missed. */
  isReplaced?: boolean;
  /** The conversation is being deleted, so the user is not told. */
  isDeleted?: boolean;
}

/** Why nobody replied in time, if the user was asked to leave a message for that. It was reported then. */
const missedBeforeClose = ({ leave_reason }: HumanSessionRow) =>
  leave_reason === 'outside_hours' ? null : leave_reason;

/** Why the user got no reply. Null if they got one, or if somebody closed the session deliberately. */
const missedBy = (session: HumanSessionRow, reason: CloseReason): HumanSessionRow['missed'] => {
  if (session.has_replied === 1) return null;
  // The user went without a reply afterwards.
  const missed = missedBeforeClose(session);
  if (missed !== null && (reason === 'TIMEOUT' || reason === 'USER_CLOSED')) return missed;
  if (reason === 'TIMEOUT')
    return session.backend === 'inbox' && session.assignee_id === null ? 'not_taken' : 'no_reply';
  if (reason === 'USER_CLOSED') return 'user_left';
  return reason === 'UNREACHABLE' ? 'unreachable' : null;
};

/** Only if a person replied: otherwise there is nothing to rate. */
const asksForRating = (
  agent: Agent,
  session: HumanSessionRow,
  closedReason: Closing['closedReason'],
): boolean =>
  session.backend === 'inbox' &&
  session.has_replied === 1 &&
  closedReason !== 'spam' &&
  agent.settings.humanService.inbox.survey;

/** Ends a session that is opening or open. The caller holds the lock. */
export const createCloseHumanSession =
  ({ backends, update, reportEvent, clock, onNotable, tellChat }: CloseDependencies) =>
  async (
    tx: Handle,
    { agent, session, reason, closedBy, note, closedReason, isReplaced = false, isDeleted = false }: Closing,
  ): Promise<void> => {
    const nowMs = clock.nowMs();
    const missed = isReplaced ? null : missedBy(session, reason);
    const closed = await update(tx, session, {
      status: 'closed',
      close_reason: reason,
      closed_at: nowMs,
      deadline_at: null,
      snoozed_until: null,
      closed_by: closedBy ?? null,
      close_note: note ?? null,
      closed_reason: closedReason ?? null,
      missed,
      survey_until: asksForRating(agent, session, closedReason) ? nowMs + ratingWindowMs : null,
    });
    const conversation = await findHandoffConversation(tx, session.conversation_id);
    const event = { agent, conversation: eventConversation(conversation) };
    if (missed !== null && missedBeforeClose(session) === null) {
      const data = { session_id: session.id, reason: missed };
      await reportEvent(tx, { ...event, name: 'handoff.missed', data });
      await onNotable(tx, { kind: 'missed', session: closed, operatorId: null });
    }
    await reportEvent(tx, { ...event, name: 'handoff.closed', data: { session_id: session.id, reason } });
    if (reason !== 'USER_CLOSED' && !isDeleted) await tellChat.ended(tx, agent, session);
    faultPoint('handoff-closing');
    await backends[session.backend].close(tx, {
      agent,
      session: closed,
      channel: conversation.channel,
      reason,
    });
  };

export type CloseHumanSession = ReturnType<typeof createCloseHumanSession>;
