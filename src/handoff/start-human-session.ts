import type { Agent } from '../agents/index.ts';
import { setAwaitsEmail } from '../conversations/index.ts';
import { afterCommit, type Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import { readNewestRounds, requestStops } from '../rounds/index.ts';
import type { ReportEvent } from '../webhooks/index.ts';
import type { HumanBackends } from './backends/human-backend.ts';
import type { CloseHumanSession } from './close-human-session.ts';
import type { Deadline } from './deadline.ts';
import { eventConversation } from './event-conversation.ts';
import {
  findHandoffConversation,
  findPresetEmail,
  findVisitorEmail,
  type HandoffConversation,
} from './handoff-conversation-store.ts';
import type { HumanSessionRow, HumanSessionTrigger } from './human-session.ts';
import { findNewestHumanSession, insertHumanSession } from './human-session-store.ts';
import { previewOf } from './inbox/preview-of.ts';
import { awaitMessageMs, isInboxOpen } from './left-messages/leave-message.ts';
import { asksForEmail, hasHumanService, isLiveChannel, reachesUser } from './may-take-over.ts';
import type { OpenHumanSession } from './open-human-session.ts';
import type { ReportWaiting } from './report-waiting.ts';

interface StartDependencies {
  backends: HumanBackends;
  open: OpenHumanSession;
  close: CloseHumanSession;
  deadline: Deadline;
  reportEvent: ReportEvent;
  reportWaiting: ReportWaiting;
  clock: Clock;
  /** Called after the commit with the conversation whose agent must stop, except for the requesting round. */
  onStarted: ((conversationId: string, triggerRoundId: string | undefined) => void)[];
}

export interface NewHumanSession {
  agent: Agent;
  conversationId: string;
  trigger: HumanSessionTrigger;
  /** The requesting round, which may finish its reply. */
  triggerRoundId?: string;
  /** The reply of that round so far, because its end is not stored yet. */
  soFar?: { transcript: string; read: string; answer: string };
  /** Address that the user entered. */
  email?: string;
  /** Called first in the transaction. Throws if the requesting round belongs to another process by now. */
  requireRound?: (tx: Handle) => Promise<void>;
}

const contextRounds = 50;
/** Maximum characters per text: a person reads only the start of a long one. */
const contextCharacters = 10_000;

const requireReachable = (agent: Agent, conversation: HandoffConversation): void => {
  if (!hasHumanService(agent))
    throw new AppError('invalidParameter', 'The agent has no human service configured, or it is disabled');
  if (!reachesUser(agent, conversation.channel))
    throw new AppError(
      'invalidParameter',
      'Replies of people could not be delivered: the agent has no webhook address',
    );
  if (conversation.hidden_at !== null)
    throw new AppError('conflict', 'The user has deleted this conversation and would not see replies');
};

/** Requests a person, unless one is already requested or present. The caller holds the lock. */
export const createStartHumanSession = ({
  backends,
  open,
  close,
  deadline,
  reportEvent,
  reportWaiting,
  clock,
  onStarted,
}: StartDependencies) => {
  const emailsOf = async (
    tx: Handle,
    { agent, email }: NewHumanSession,
    conversation: HandoffConversation,
  ) => ({
    entered: email || (await findVisitorEmail(tx, conversation.visitor_id)),
    // Attributes of a user are not sent for a visitor who only claims to be that user.
    preset: conversation.user_claimed === 1 ? '' : await findPresetEmail(tx, agent.id, conversation.user_id),
    support: agent.settings.humanService.supportEmail,
  });

  /** The conversation so far, with the reply that the requesting round has not stored yet. */
  const contextOf = async (tx: Handle, { conversationId, triggerRoundId, soFar }: NewHumanSession) => {
    const rounds = await readNewestRounds(tx, conversationId, {
      limit: contextRounds,
      maxCharacters: contextCharacters,
    });
    return rounds.map((round) => (round.id === triggerRoundId ? { ...round, ...soFar } : round));
  };

  /** Without a session: the page asks the user for an e-mail address first. */
  return async (
    tx: Handle,
    start: NewHumanSession,
  ): Promise<{ session: HumanSessionRow; started: boolean } | { session: undefined; started: false }> => {
    const { agent, conversationId, trigger, triggerRoundId } = start;
    const newest = await findNewestHumanSession(tx, conversationId);
    const nowMs = clock.nowMs();
    const isOutsideHours = trigger !== 'operator' && !isInboxOpen(agent, nowMs);
    const isLeft = newest?.status === 'left_message';
    if (newest && newest.status !== 'closed' && (isOutsideHours || !isLeft))
      return {
        session:
          trigger === 'operator' && newest.status === 'awaiting_message'
            ? await open(tx, newest, {})
            : newest,
        started: false,
      };
    const conversation = await findHandoffConversation(tx, conversationId);
    requireReachable(agent, conversation);
    const emails = await emailsOf(tx, start, conversation);
    const isEmailKnown = emails.entered !== '' || emails.preset !== '';
    // Outside the opening hours the form for the message asks for it.
    const isAsked = trigger !== 'operator' && !isOutsideHours && asksForEmail(conversation.channel);
    if (isAsked && !isEmailKnown) {
      await setAwaitsEmail(tx, conversationId, true);
      return { session: undefined, started: false };
    }
    if (conversation.awaits_email === 1) await setAwaitsEmail(tx, conversationId, false);
    if (newest && isLeft)
      await close(tx, { agent, session: newest, reason: 'USER_CLOSED', isReplaced: true });
    const { humanService } = agent.settings;
    const sessionId = newId(nowMs);
    const rounds = await contextOf(tx, start);
    const backend = humanService.type;
    const { deliveryId, isOpen } = isOutsideHours
      ? { deliveryId: sessionId, isOpen: false }
      : await backends[backend].establish(tx, { agent, sessionId, conversation, rounds, emails });
    const session: HumanSessionRow = {
      id: sessionId,
      workspace_id: conversation.workspace_id,
      agent_id: agent.id,
      conversation_id: conversationId,
      ordinal: (newest?.ordinal ?? 0) + 1,
      channel: conversation.channel,
      status: isOutsideHours ? 'awaiting_message' : 'opening',
      trigger_kind: trigger,
      trigger_round_id: triggerRoundId ?? null,
      start_sequence: conversation.message_count,
      establish_delivery_id: deliveryId,
      first_reply_ms: humanService.firstReplySeconds * 1000,
      idle_ms: humanService.idleSeconds * 1000,
      has_replied: 0,
      deadline_at: isOutsideHours ? nowMs + awaitMessageMs : null,
      told_unreachable: 0,
      close_reason: null,
      created_at: nowMs,
      opened_at: null,
      closed_at: null,
      backend,
      assignee_id: null,
      assigned_at: null,
      waiting_since: nowMs,
      first_reply_at: null,
      closed_by: null,
      close_note: null,
      closed_reason: null,
      missed: null,
      unread: 1,
      last_text: previewOf(rounds.at(-1)?.question ?? ''),
      last_from: 'user',
      version: 1,
      changed_at: nowMs,
      snoozed_until: null,
      assignment_limit:
        humanService.inbox.assignment === 'round_robin' && !isOutsideHours
          ? humanService.inbox.maxOpenPerPerson
          : null,
      leave_reason: isOutsideHours ? 'outside_hours' : null,
      left_email: null,
      left_at: null,
      page_url: null,
      page_title: null,
      survey_until: null,
      rating: null,
      rating_comment: null,
      rated_at: null,
      read_sequence: 0,
      read_message_id: null,
      seen_position: 0,
      seen_message_id: null,
    };
    await insertHumanSession(tx, session);
    const onlyWebhook = !isLiveChannel(conversation.channel);
    await requestStops(tx, { conversationId, onlyWebhook, exceptId: triggerRoundId });
    await reportEvent(tx, {
      agent,
      conversation: eventConversation(conversation),
      name: 'handoff.started',
      data: { session_id: session.id, trigger },
    });
    faultPoint('handoff-starting');
    afterCommit(tx, () => {
      for (const listener of onStarted) listener(conversationId, triggerRoundId);
    });
    await deadline.watch(tx, session, null);
    if (!isOpen) return { session, started: true };
    const opened = await open(tx, session, {});
    await reportWaiting(tx, agent, opened, 'started');
    return { session: opened, started: true };
  };
};

export type StartHumanSession = ReturnType<typeof createStartHumanSession>;
