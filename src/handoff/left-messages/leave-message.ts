import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { isMailAddress } from '../../lib/mail-address.ts';
import { isOpen } from '../../lib/opening-hours/opening-hours.ts';
import type { ReportEvent } from '../../webhooks/index.ts';
import { eventConversation } from '../event-conversation.ts';
import { findHandoffConversation, findPresetEmail, findVisitorEmail } from '../handoff-conversation-store.ts';
import type { HumanSessionRow } from '../human-session.ts';
import { findHumanSession, findLiveHumanSession, lockHumanSessions } from '../human-session-store.ts';
import type { Assignment } from '../inbox/assignment/assignment.ts';
import { previewOf } from '../inbox/preview-of.ts';
import type { NotableListener } from '../notable-event.ts';
import type { SendToUser } from '../send-to-user.ts';
import { findUserLanguages } from '../text-to-user.ts';
import type { UpdateSession } from '../update-session.ts';
import { askForMessageText, messageSavedText } from './left-message-text.ts';

interface LeaveDependencies {
  update: UpdateSession;
  sendToUser: SendToUser;
  reportEvent: ReportEvent;
  onNotable: NotableListener;
  assignment: Pick<Assignment, 'requestIfNeeded'>;
  clock: Clock;
  /** Whether the installation can send e-mail. */
  canMail: boolean;
}

/** A user who has not written a message by then has left. */
export const awaitMessageMs = 3_600_000;

/** Whether somebody should be in the inbox. A human service of the developer has no opening hours here. */
export const isInboxOpen = ({ settings: { humanService } }: Agent, nowMs: number): boolean =>
  humanService.type === 'webhook' || isOpen(humanService.inbox.hours, nowMs);

const formEnded = (): AppError =>
  new AppError(
    'conflict',
    'No message can be left any more: it was already sent, or the request for a person has ended',
  );

/**
 * A user leaves a message when nobody answers in the inbox. See the table in handoff.ts. Functions are part of the caller's
 * transaction, which holds the lock.
 */
export const createLeaveMessage = ({
  update,
  sendToUser,
  reportEvent,
  onNotable,
  assignment,
  clock,
  canMail,
}: LeaveDependencies) => {
  const textFor = async (
    tx: Handle,
    agent: Agent,
    session: HumanSessionRow,
    message: string,
  ): Promise<string> => {
    const { conversation_id: conversationId, leave_reason: reason, left_email: email } = session;
    const languages = await findUserLanguages(tx, { conversationId, message });
    if (session.status === 'left_message')
      return messageSavedText(languages, { isMailed: canMail && email !== null });
    const { hours } = agent.settings.humanService.inbox;
    return askForMessageText({ reason: reason ?? 'not_taken', hours, nowMs: clock.nowMs(), languages });
  };

  const tell = async (tx: Handle, agent: Agent, session: HumanSessionRow, message: string): Promise<void> => {
    const text = await textFor(tx, agent, session, message);
    await sendToUser(tx, { agent, session, sender: 'service', text, givenTimestamp: null });
  };

  /** Claimed users are not trusted with the address of the user whom they name. */
  const findAddress = async (tx: Handle, session: HumanSessionRow): Promise<string | null> => {
    const conversation = await findHandoffConversation(tx, session.conversation_id);
    const candidates = [
      session.left_email ?? '',
      conversation.user_claimed === 1
        ? ''
        : await findPresetEmail(tx, session.agent_id, conversation.user_id),
      await findVisitorEmail(tx, conversation.visitor_id),
    ];
    return candidates.find(isMailAddress) ?? null;
  };

  const isUnanswered = ({ status }: HumanSessionRow): boolean =>
    status === 'awaiting_message' || status === 'left_message';

  /** The user asks for a person again before somebody replied to the left message. */
  const add = async (tx: Handle, session: HumanSessionRow, text: string): Promise<void> => {
    await update(tx, session, {
      waiting_since: session.waiting_since ?? clock.nowMs(),
      unread: session.unread + 1,
      last_text: previewOf(text),
      last_from: 'user',
    });
  };

  return {
    textFor,
    isUnanswered,

    /** For a request outside the opening hours. `message`: it is part of this message. */
    tellIfUnanswered: async (
      tx: Handle,
      {
        agent,
        session,
        started,
        message,
      }: { agent: Agent; session: HumanSessionRow; started: boolean; message?: string },
    ): Promise<void> => {
      const isLeft = session.status === 'left_message';
      if (isLeft && message !== undefined) await add(tx, session, message);
      if (isLeft || (started && session.status === 'awaiting_message'))
        await tell(tx, agent, session, message ?? session.last_text);
    },

    /** Nobody replied in time. The user is asked to leave a message. */
    ask: async (tx: Handle, agent: Agent, session: HumanSessionRow): Promise<HumanSessionRow> => {
      const reason = session.assignee_id === null ? 'not_taken' : 'no_reply';
      const asking = await update(tx, session, {
        status: 'awaiting_message',
        leave_reason: reason,
        missed: reason,
        deadline_at: clock.nowMs() + awaitMessageMs,
        // It is not assigned automatically any more: the user may have left.
        assignment_limit: null,
        snoozed_until: null,
      });
      await tell(tx, agent, asking, session.last_text);
      const conversation = await findHandoffConversation(tx, session.conversation_id);
      await reportEvent(tx, {
        agent,
        conversation: eventConversation(conversation),
        name: 'handoff.missed',
        data: { session_id: session.id, reason },
      });
      await onNotable(tx, { kind: 'missed', session: asking, operatorId: null });
      return asking;
    },

    /** The user's message is the left message. From the next one on, the agent answers again. */
    receive: async (
      tx: Handle,
      { agent, sessionId, text }: { agent: Agent; sessionId: string; text: string },
    ): Promise<HumanSessionRow> => {
      const session = (await findHumanSession(tx, sessionId))!;
      const nowMs = clock.nowMs();
      const left = await update(tx, session, {
        status: 'left_message',
        left_at: nowMs,
        left_email: await findAddress(tx, session),
        deadline_at: null,
        snoozed_until: null,
        waiting_since: session.waiting_since ?? nowMs,
        unread: session.unread + 1,
        last_text: previewOf(text),
        last_from: 'user',
      });
      await tell(tx, agent, left, text);
      // It does not count towards the limit of the operator who took it any more.
      if (left.assignee_id !== null) await assignment.requestIfNeeded(tx, left.workspace_id);
      await onNotable(tx, { kind: 'waiting', session: left, operatorId: null });
      faultPoint('message-leaving');
      return left;
    },

    /**
     * Stores the address of the form, before its message is received. Throws if no message is expected, so that the message is not
     * stored.
     */
    expect: async (
      tx: Handle,
      { conversationId, email }: { conversationId: string; email: string },
    ): Promise<void> => {
      await lockHumanSessions(tx, conversationId);
      const session = await findLiveHumanSession(tx, conversationId);
      if (session?.status !== 'awaiting_message') throw formEnded();
      if (email !== '') await update(tx, session, { left_email: email });
    },
  };
};

export type LeaveMessage = ReturnType<typeof createLeaveMessage>;
