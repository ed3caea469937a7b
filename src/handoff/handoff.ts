import type { Agent, Agents } from '../agents/index.ts';
import type { Conversations } from '../conversations/index.ts';
import { setAwaitsEmail } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import { claimKey, onceInTransaction } from '../idempotency/index.ts';
import type { Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { newId } from '../lib/ids.ts';
import { createReportEvent, type Webhooks } from '../webhooks/index.ts';
import type { HumanBackends } from './backends/human-backend.ts';
import { createInboxBackend } from './backends/inbox-backend.ts';
import { createWebhookBackend } from './backends/webhook-backend.ts';
import { createClaimMessages } from './claim-messages.ts';
import { createCloseHumanSession } from './close-human-session.ts';
import { createDeadline } from './deadline.ts';
import { followDeliveries } from './follow-deliveries.ts';
import {
  findHandoffConversation,
  findPresetEmail,
  findRepeated,
  listMessages,
} from './handoff-conversation-store.ts';
import type { HandledRound, HandoffRequest, HumanReply } from './handoff-messages.ts';
import {
  type CloseReason,
  type HumanMessage,
  type HumanSession,
  type HumanSessionRow,
  toHumanSession,
} from './human-session.ts';
import {
  findHumanSession,
  findLiveHumanSession,
  findNewestHumanSession,
  findSilencingHumanSession,
  type HumanSessionFilter,
  listHumanSessions,
  lockHumanSessions,
} from './human-session-store.ts';
import { createAssignment } from './inbox/assignment/assignment.ts';
import { createInbox } from './inbox/inbox.ts';
import { createLeaveMessage, isInboxOpen } from './left-messages/leave-message.ts';
import { createSendReplyMail, type ReplyMailer } from './left-messages/send-reply-mail.ts';
import { asksForEmail, mayTakeOver } from './may-take-over.ts';
import type { NotableListener } from './notable-event.ts';
import { createOpenHumanSession } from './open-human-session.ts';
import { createReportWaiting } from './report-waiting.ts';
import { createSendReply } from './send-reply.ts';
import { createSendToUser, type MessageToUser } from './send-to-user.ts';
import { createStartHumanSession, type NewHumanSession } from './start-human-session.ts';
import { createTellChat } from './tell-chat.ts';
import { createTellConnecting } from './tell-connecting.ts';
import { findTextToUser, type HandoffText } from './text-to-user.ts';
import { createUpdateSession } from './update-session.ts';

interface HandoffDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue' | 'runNow'>;
  agents: Pick<Agents, 'find' | 'findIn'>;
  conversations: Pick<Conversations, 'require'>;
  outbox: Pick<Webhooks, 'enqueue' | 'enqueueToChat' | 'onDelivered' | 'onAttemptFailed'>;
  /** Formats a message for a version of the API. */
  present: (version: 1 | 2, reply: MessageToUser) => object;
  /** A signed URL of a stored file, which expires. */
  fileUrl: (fileId: string) => Promise<string>;
  mailer: ReplyMailer;
  /** The name of an operator for users. null: none was set. */
  publicNameOf: (tx: Handle, operatorId: string) => Promise<string | null>;
  /** Public URL of the service. */
  baseUrl: string;
  /** Live updates of the inbox could not be read. */
  onError: (error: unknown) => void;
}

/** A person may repeat a message later. A program that got no answer repeats it soon. */
const retryMs = 60_000;

const noHumanSession = (): AppError =>
  new AppError('invalidParameter', 'conversation_id: the conversation has no open human-service session');

/**
 * A person answers instead of the agent: in the developer's human service or in the inbox (`HumanBackend`). A conversation has
 * at most one human session at a time. States of a session:
 *
 * | State | Event | Next state | Effect |
 * |---|---|---|---|
 * | none, closed | a handoff is requested: by the model's tool, a phrase, a flow, a button or an operator | opening | `establish` is sent with the conversation so far; running rounds of the agent end without a reply |
 * | none, closed | the same on a page, and the user's e-mail address is not known | unchanged | the page asks for the address, and the handoff waits for it |
 * | opening, open | a handoff is requested again | unchanged | nothing is sent |
 * | none, closed | a handoff is requested, and people answer in the inbox | open | the session waits in the queue; the timeout for the first reply starts |
 * | none, closed, left_message | the same outside the opening hours of the inbox | awaiting_message; left_message stays | the user is told when somebody is available again, and is asked to leave a message |
 * | open, in the inbox | the timeout for the first reply passed | awaiting_message | the user is asked to leave a message |
 * | awaiting_message | the user writes, or sends the form | left_message | the message is in the queue; the user gets a confirmation; the agent answers again |
 * | awaiting_message | an operator takes it or replies | open | |
 * | awaiting_message | an hour passed, or the user leaves | closed, TIMEOUT or USER_CLOSED | |
 * | left_message | an operator replies | unchanged | the user gets the reply in the chat and by e-mail |
 * | left_message | an operator closes | closed, HUMAN_CLOSED | |
 * | left_message | a handoff is requested within the opening hours | closed, USER_CLOSED | another session starts |
 * | opening | `establish` answered 2xx | open | the timeout for the first reply starts |
 * | opening | an attempt of `establish` failed | opening | the user is informed once; the delivery is retried as scheduled |
 * | opening | `establish` became a dead letter | closed, UNREACHABLE | the user is informed if they were not yet; the agent answers again |
 * | opening, open | the user writes | unchanged | `chat` is sent after the pending deliveries; the idle timeout of an open session with a reply restarts |
 * | opening, open | a person replies | open | the user gets the reply; the idle timeout restarts. A reply may arrive before the response to `establish` |
 * | open | an attempt of `chat` failed | open | the user is informed once, and again only if a person replied in between |
 * | opening, open | the person closes | closed, HUMAN_CLOSED | |
 * | opening, open | the user leaves | closed, USER_CLOSED | `close` is sent after the pending deliveries |
 * | opening, open | an operator closes | closed, OPERATOR_CLOSED | `close` is sent after the pending deliveries |
 * | open | the timeout passed, and all deliveries were accepted | closed, TIMEOUT | `close` is sent |
 * | open | the timeout passed, and a delivery is pending | open | the timeout restarts |
 * | none, closed | reply, close, leave | unchanged | rejected; a repeated close or leave gets the same response as the first |
 * | closed | a response to `establish`, a failed attempt, a timeout | closed | nothing |
 *
 * The inbox makes no calls, so its sessions are never opening or unreachable.
 *
 * On messaging platforms the user is told when a session ends that was opening or open, unless the user left. What a session
 * sends to the user waits for the reply of the round that requested it (tell-chat.ts).
 *
 * Everything is in the database: rows, calls (outbox) and deadlines (jobs), each written in the
 * transaction of the event. So a restart changes no state.
 */
export const createHandoff = (deps: HandoffDependencies) => {
  const { db, clock, jobs, agents, outbox } = deps;
  const onStarted: ((conversationId: string, triggerRoundId: string | undefined) => void)[] = [];
  const onHumanMessage: ((message: HumanMessage) => void)[] = [];
  const reportEvent = createReportEvent({
    enqueue: outbox.enqueue,
    enqueueToChat: outbox.enqueueToChat,
    clock,
  });
  const onChanged: ((session: HumanSessionRow) => void)[] = [];
  const update = createUpdateSession({ clock, onChanged });
  const notableListeners: NotableListener[] = [];
  const onNotable: NotableListener = async (tx, event) => {
    for (const listener of notableListeners) await listener(tx, event);
  };
  const assignment = createAssignment({ db, clock, jobs, update, onNotable });
  const reportWaiting = createReportWaiting({ reportEvent, onNotable });
  const backends: HumanBackends = {
    webhook: createWebhookBackend({ enqueue: outbox.enqueue, clock, fileUrl: deps.fileUrl }),
    inbox: createInboxBackend({ update, clock, assignment }),
  };
  const tellChat = createTellChat({ enqueueToChat: outbox.enqueueToChat });
  const shared = { backends, update, reportEvent, reportWaiting, onNotable, clock, tellChat };
  const sendToUser = createSendToUser({
    enqueue: outbox.enqueue,
    tellChat,
    clock,
    present: deps.present,
    onHumanMessage,
    fileUrl: deps.fileUrl,
    publicNameOf: deps.publicNameOf,
  });
  const leave = createLeaveMessage({ ...shared, assignment, sendToUser, canMail: deps.mailer.isConfigured });
  const closeHumanSession = createCloseHumanSession(shared);
  const deadline = createDeadline({ ...shared, db, jobs, agents, close: closeHumanSession, leave });
  const openHumanSession = createOpenHumanSession({ ...shared, deadline });
  const startHumanSession = createStartHumanSession({
    ...shared,
    open: openHumanSession,
    close: closeHumanSession,
    deadline,
    onStarted,
  });
  const sendReply = createSendReply({
    open: openHumanSession,
    sendToUser,
    sendMail: createSendReplyMail(deps),
  });
  const tellConnecting = createTellConnecting({ sendToUser });
  const inbox = createInbox({
    db,
    clock,
    agents,
    update,
    open: openHumanSession,
    close: closeHumanSession,
    deadline,
    jobs,
    assignment,
    sendReply,
    reportWaiting,
    onNotable,
    onChanged,
    onError: deps.onError,
    canMail: deps.mailer.isConfigured,
  });
  followDeliveries({
    agents,
    outbox,
    open: openHumanSession,
    close: closeHumanSession,
    sendToUser,
    update,
    reportWaiting,
  });

  const textToUser = (
    tx: Handle,
    field: HandoffText,
    { agent, conversationId, message }: { agent: Agent; conversationId: string; message: string },
  ): Promise<string> => findTextToUser(tx, field, { settings: agent.settings, conversationId, message });

  /** For a button in the chat. Without a session the user has to enter an e-mail address first. */
  const ask = async (tx: Handle, session: NewHumanSession) => {
    await lockHumanSessions(tx, session.conversationId);
    const asked = await startHumanSession(tx, session);
    if (asked.session) {
      await leave.tellIfUnanswered(tx, { agent: session.agent, ...asked });
      await tellConnecting(tx, { agent: session.agent, ...asked, message: '' });
    }
    return asked;
  };

  const start = async (
    tx: Handle,
    session: NewHumanSession,
  ): Promise<{ session: HumanSession; started: boolean }> => {
    const { session: row, started } = await ask(tx, session);
    if (!row) throw new AppError('invalidParameter', 'email: is required before a handoff');
    return { session: toHumanSession(row), started };
  };

  /** For a running round that requests a person: the session starts at once. */
  const request = async (session: NewHumanSession & { message: string }): Promise<HandoffRequest> => {
    const text = await db.transaction(async (tx) => {
      await lockHumanSessions(tx, session.conversationId);
      await session.requireRound?.(tx);
      const { session: asked } = await startHumanSession(tx, session);
      return asked && leave.isUnanswered(asked)
        ? leave.textFor(tx, session.agent, asked, session.message)
        : textToUser(tx, asked ? 'connectingText' : 'emailText', session);
    });
    await db.durable();
    return { text };
  };

  const { isPossible, claimMessage, passOn, silencedBy } = createClaimMessages({
    ...shared,
    start: startHumanSession,
    open: openHumanSession,
    leave,
    tellConnecting,
  });

  /** Sends a person's reply to the user. False: it was received before. */
  const receive = async (agent: Agent, reply: HumanReply): Promise<boolean> => {
    const { conversationId, text, timestamp, idempotencyKey, files = [] } = reply;
    await deps.conversations.require(agent, conversationId);
    const response = newId(clock.nowMs());
    const isNew = await onceInTransaction(db, idempotencyKey, async (tx) => {
      await lockHumanSessions(tx, conversationId);
      const earlier =
        idempotencyKey && (await claimKey(tx, idempotencyKey, { roundId: null, response }, clock.nowMs()));
      // The response is ours if the connection broke after the commit and the transaction runs again.
      if (earlier) return earlier.response === response;
      const session = await findLiveHumanSession(tx, conversationId);
      if (!session) throw noHumanSession();
      // A human service that got no answer repeats its call. The user must not get the reply twice.
      const sinceMs = clock.nowMs() - retryMs;
      if (await findRepeated(tx, { sessionId: session.id, timestamp, text, sinceMs })) return false;
      const { keepFiles } = reply;
      await sendReply(tx, { agent, session, text, files, givenTimestamp: timestamp, keepFiles });
      return true;
    });
    faultPoint('handoff-replied');
    await db.durable();
    return isNew;
  };

  /** Ends the conversation's session. Repeating it is harmless, as long as nothing else ended it. */
  const close = async (
    agent: Agent,
    conversationId: string,
    reason: Extract<CloseReason, 'HUMAN_CLOSED' | 'USER_CLOSED'>,
  ): Promise<void> => {
    await deps.conversations.require(agent, conversationId);
    await db.transaction(async (tx) => {
      await lockHumanSessions(tx, conversationId);
      const session = await findLiveHumanSession(tx, conversationId);
      if (session) return closeHumanSession(tx, { agent, session, reason });
      // The user declines to enter an address, so no person is requested.
      if (
        reason === 'USER_CLOSED' &&
        (await findHandoffConversation(tx, conversationId)).awaits_email === 1
      ) {
        await setAwaitsEmail(tx, conversationId, false);
        return;
      }
      if ((await findNewestHumanSession(tx, conversationId))?.close_reason !== reason) throw noHumanSession();
    });
    faultPoint('handoff-closed');
    await db.durable();
  };

  /** For operators. False if it has already ended. Part of the caller's transaction. */
  const closeByOperator = async (tx: Handle, agent: Agent, session: HumanSession): Promise<boolean> => {
    await lockHumanSessions(tx, session.conversationId);
    const row = await findHumanSession(tx, session.id);
    if (!row || row.status === 'closed') return false;
    await closeHumanSession(tx, { agent, session: row, reason: 'OPERATOR_CLOSED' });
    return true;
  };

  /** For a conversation that is about to be deleted. Part of the caller's transaction. */
  const endIn = async (
    tx: Handle,
    agentId: string,
    conversationId: string,
    reason: Extract<CloseReason, 'OPERATOR_CLOSED' | 'USER_CLOSED'> = 'OPERATOR_CLOSED',
  ): Promise<void> => {
    await lockHumanSessions(tx, conversationId);
    const session = await findLiveHumanSession(tx, conversationId);
    const agent = session && (await agents.findIn(tx, agentId));
    if (session && agent) await closeHumanSession(tx, { agent, session, reason, isDeleted: true });
  };

  return {
    start,
    ask,
    request,
    /** Whether a person may answer a message sent in this way. */
    covers: mayTakeOver,
    claimMessage,
    passOn,
    silencedBy,
    /** After the reply of a round was stored, in its transaction: sends what the session held until then. */
    releaseHeld: tellChat.release,
    textToUser,
    /** The same outside a transaction: a hint that avoids a run, without a guarantee. */
    isSilenced: async (round: HandledRound): Promise<boolean> =>
      mayTakeOver(round) &&
      (await findSilencingHumanSession(db.query, { ...round, roundId: round.id })) !== undefined,
    /** Whether the agent may offer a person: the channel and mode allow it, and a human service is configured. */
    isPossible,
    /** Whether somebody should be there to answer now. */
    isOpen: (agent: Agent): boolean => isInboxOpen(agent, clock.nowMs()),
    /** Before the message of a form is stored, part of its transaction. Throws if no message can be left. */
    expectMessage: leave.expect,
    /** Whether the user must enter an e-mail address before a person is requested. */
    needsEmail: async (
      agent: Agent,
      { channel, userId, isClaimed = false }: { channel: string; userId: string; isClaimed?: boolean },
    ): Promise<boolean> =>
      asksForEmail(channel) && (isClaimed || (await findPresetEmail(db.query, agent.id, userId)) === ''),
    receive,
    close: (agent: Agent, conversationId: string) => close(agent, conversationId, 'HUMAN_CLOSED'),
    leave: (agent: Agent, conversationId: string) => close(agent, conversationId, 'USER_CLOSED'),
    closeByOperator,
    endIn,
    inbox,
    /** Called after the commit with the conversation whose agent must stop. */
    onStarted: (listener: (typeof onStarted)[number]): void => void onStarted.push(listener),
    /** Called in the transactions of events that operators may want to be notified of. */
    onNotable: (listener: NotableListener): void => void notableListeners.push(listener),
    /** Called after the commit with messages to the user, for channels that show them live. */
    onHumanMessage: (listener: (message: HumanMessage) => void): void => void onHumanMessage.push(listener),
    /** Messages to the user in human sessions, in order. */
    messages: (of: {
      conversationId: string;
      afterPosition?: number;
      limit: number;
    }): Promise<HumanMessage[]> => listMessages(db.query, of),
    /** The session that is opening or open. */
    liveSession: async (conversationId: string): Promise<HumanSession | undefined> => {
      const row = await findLiveHumanSession(db.query, conversationId);
      return row && toHumanSession(row);
    },
    find: async (workspaceId: string, sessionId: string): Promise<HumanSession | undefined> => {
      const row = await findHumanSession(db.query, sessionId);
      return row?.workspace_id === workspaceId ? toHumanSession(row) : undefined;
    },
    list: async (filter: HumanSessionFilter, page: { offset: number; limit: number }) => {
      const { rows, total } = await listHumanSessions(db.query, filter, page);
      return { sessions: rows.map(toHumanSession), total };
    },
    /** Part of the caller's transaction: an event of a channel for the agent's webhook. */
    reportEvent,
  };
};

export type Handoff = ReturnType<typeof createHandoff>;
