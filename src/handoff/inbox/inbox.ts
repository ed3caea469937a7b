import type { Agent, Agents } from '../../agents/index.ts';
import { increaseHumanVersion } from '../../conversations/index.ts';
import { afterCommit, type Database, type Handle } from '../../db/index.ts';
import { claimKey, type IdempotencyKey, onceInTransaction } from '../../idempotency/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { newId } from '../../lib/ids.ts';
import { appendAgentNote, type FilePart } from '../../rounds/index.ts';
import type { CloseHumanSession } from '../close-human-session.ts';
import type { Deadline } from '../deadline.ts';
import { findHandoffConversation, findMessage } from '../handoff-conversation-store.ts';
import {
  type HumanMessage,
  type HumanSession,
  type HumanSessionRow,
  toHumanMessage,
  toHumanSession,
} from '../human-session.ts';
import { findHumanSession, findLiveHumanSession, lockHumanSessions } from '../human-session-store.ts';
import type { NotableListener } from '../notable-event.ts';
import type { OpenHumanSession } from '../open-human-session.ts';
import type { ReportWaiting } from '../report-waiting.ts';
import type { SendReply } from '../send-reply.ts';
import type { UpdateSession } from '../update-session.ts';
import type { Assignment } from './assignment/assignment.ts';
import { createPresence } from './assignment/presence.ts';
import { createCannedReplies } from './canned-replies/canned-replies.ts';
import { createInboxFeed } from './inbox-feed.ts';
import { type InboxPlace, sessionClosed } from './inbox-place.ts';
import {
  type InboxQuery,
  listChangedSessions,
  listInboxSessions,
  readInboxTotals,
  releaseSessions,
} from './inbox-store.ts';
import { createLabels } from './labels/labels.ts';
import { createNotes } from './notes/notes.ts';
import { createReceipts } from './receipts.ts';
import { createSnooze } from './snooze.ts';
import { createRateSession } from './survey.ts';
import { createTyping } from './typing/typing.ts';
import { createSetUserPage } from './user-page.ts';

interface InboxDependencies {
  db: Database;
  clock: Clock;
  agents: Pick<Agents, 'findIn'>;
  update: UpdateSession;
  open: OpenHumanSession;
  close: CloseHumanSession;
  deadline: Deadline;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  assignment: Assignment;
  sendReply: SendReply;
  reportWaiting: ReportWaiting;
  onNotable: NotableListener;
  /** Called after the commit of every change of a session. */
  onChanged: ((session: HumanSessionRow) => void)[];
  onError: (error: unknown) => void;
  /** Whether the installation can send e-mail. */
  canMail: boolean;
}

export interface InboxReply extends InboxPlace {
  text: string;
  files: readonly FilePart[];
  /** Undefined for an operator token, which does not belong to a person. */
  operatorId: string | undefined;
  idempotencyKey: IdempotencyKey | undefined;
  /** Part of the transaction that stores the reply. */
  keepFiles: (tx: Handle) => Promise<void>;
}

const notFound = (): AppError => new AppError('notFound', 'There is no such inbox session in this workspace');

/**
 * The inbox of a workspace: operators take sessions, reply and close them. The states of a session are those of every human
 * session, see `createHandoff`; the assignment is added. A session without an assignee waits in the queue.
 */
export const createInbox = (deps: InboxDependencies) => {
  const { db, clock, agents, update, close, assignment, sendReply, reportWaiting, onNotable, onChanged } =
    deps;
  const feed = createInboxFeed({ db, nowMs: clock.nowMs, onError: deps.onError });
  onChanged.push(feed.signal);
  const presence = createPresence({ db, clock, assignment, onError: deps.onError });
  const typing = createTyping({ db, clock, onError: deps.onError });
  const receipts = createReceipts({ db, clock, update });

  const find = async (handle: Handle, { workspaceId, sessionId }: InboxPlace): Promise<HumanSessionRow> => {
    const row = await findHumanSession(handle, sessionId);
    if (row?.workspace_id !== workspaceId || row.backend !== 'inbox') throw notFound();
    return row;
  };

  /** The session and its agent under the lock of the conversation. */
  const lock = async (tx: Handle, place: InboxPlace): Promise<{ session: HumanSessionRow; agent: Agent }> => {
    await lockHumanSessions(tx, (await find(tx, place)).conversation_id);
    const session = await find(tx, place);
    const agent = await agents.findIn(tx, session.agent_id);
    if (!agent) throw notFound();
    return { session, agent };
  };

  const team = { db, clock, agents, lock, update, assignment };
  const notes = createNotes(team);
  const snooze = createSnooze({ ...team, jobs: deps.jobs, deadline: deps.deadline });

  const signalTyping = (session: HumanSessionRow, operatorId: string | null): Promise<void> =>
    typing.signal({
      workspaceId: session.workspace_id,
      sessionId: session.id,
      conversationId: session.conversation_id,
      operatorId,
    });

  const assignTo = (tx: Handle, session: HumanSessionRow, operatorId: string | null) =>
    session.assignee_id === operatorId
      ? session
      : update(tx, session, {
          assignee_id: operatorId,
          assigned_at: operatorId === null ? null : clock.nowMs(),
        });

  /** The user is told no more to leave a message, because somebody is there. */
  const resume = (tx: Handle, session: HumanSessionRow) =>
    session.status === 'awaiting_message' ? deps.open(tx, session, {}) : session;

  /** The agent reads the note as part of the conversation. Users, exports and the developer API do not contain it. */
  const tellAgent = async (tx: Handle, conversationId: string, note: string): Promise<void> => {
    const { message_count: sequence } = await findHandoffConversation(tx, conversationId);
    await appendAgentNote(tx, { conversationId, sequence, text: note });
    await increaseHumanVersion(tx, conversationId);
  };

  return {
    /** Whether replies to left messages are also sent by e-mail. */
    canMail: deps.canMail,
    notes,
    labels: createLabels(team),
    cannedReplies: createCannedReplies(team),
    presence,
    setUserPage: createSetUserPage(deps),
    rate: createRateSession({ db, clock, update }),
    list: async (query: Omit<InboxQuery, 'nowMs'>): Promise<HumanSession[]> =>
      (await listInboxSessions(db.query, { ...query, nowMs: clock.nowMs() })).map(toHumanSession),
    totals: (workspaceId: string) => readInboxTotals(db.query, { workspaceId, nowMs: clock.nowMs() }),
    find: async (place: InboxPlace): Promise<HumanSession> => toHumanSession(await find(db.query, place)),
    changedSince: async (query: { workspaceId: string; sinceMs: number; limit: number }) =>
      (await listChangedSessions(db.query, query)).map(toHumanSession),

    /** The caller becomes the assignee, unless a colleague is. Part of the caller's transaction, like `assign` and `close`. */
    take: async (tx: Handle, place: InboxPlace, operatorId: string): Promise<HumanSession> => {
      const { session } = await lock(tx, place);
      if (session.status === 'closed') throw sessionClosed();
      if (session.assignee_id !== null && session.assignee_id !== operatorId)
        throw new AppError(
          'conflict',
          'A colleague has already taken this session. To take it over, assign it',
        );
      const taken = await snooze.wake(tx, await resume(tx, await assignTo(tx, session, operatorId)));
      faultPoint('session-taking');
      afterCommit(tx, () => faultPoint('session-taken'));
      return toHumanSession(taken);
    },
    /**
     * @param operatorId null: returns the session to the queue.
     * @param by the person who assigns it, who needs no notification.
     */
    assign: async (
      tx: Handle,
      place: InboxPlace,
      operatorId: string | null,
      by: string | undefined,
    ): Promise<{ before: string | null; after: HumanSession }> => {
      const { session, agent } = await lock(tx, place);
      if (session.status === 'closed') throw sessionClosed();
      const changed = await assignTo(tx, session, operatorId);
      const assigned = operatorId === null ? changed : await resume(tx, changed);
      // The colleague who had it can get another session.
      if (session.assignee_id !== null && session.assignee_id !== operatorId)
        await assignment.requestIfNeeded(tx, session.workspace_id);
      if (operatorId === null && session.assignee_id !== null)
        await reportWaiting(tx, agent, assigned, 'returned');
      if (operatorId !== null && operatorId !== session.assignee_id && operatorId !== by)
        await onNotable(tx, { kind: 'assigned', session: assigned, operatorId });
      return { before: session.assignee_id, after: toHumanSession(assigned) };
    },

    markRead: async (
      tx: Handle,
      place: InboxPlace,
      by: Parameters<typeof receipts.readByOperator>[2],
    ): Promise<HumanSession> => {
      const { session } = await lock(tx, place);
      return toHumanSession(await receipts.readByOperator(tx, session, by));
    },
    seenByUser: receipts.seenByUser,

    /** The second of two calls changes nothing. `isClosed`: by this call. `isForAgent`: the agent reads the note. */
    close: async (
      tx: Handle,
      place: InboxPlace,
      by: {
        operatorId: string | undefined;
        note: string | undefined;
        closedReason?: HumanSessionRow['closed_reason'] | undefined;
        isForAgent?: boolean;
      },
    ): Promise<{ session: HumanSession; isClosed: boolean }> => {
      const { session, agent } = await lock(tx, place);
      const isClosed = session.status !== 'closed';
      if (isClosed)
        await close(tx, {
          agent,
          session,
          reason: 'HUMAN_CLOSED',
          closedBy: by.operatorId,
          note: by.note,
          closedReason: by.closedReason,
        });
      if (isClosed && by.isForAgent && by.note !== undefined) {
        await tellAgent(tx, session.conversation_id, by.note);
        faultPoint('session-returning');
      }
      if (isClosed) afterCommit(tx, () => faultPoint('handoff-closed'));
      return { session: toHumanSession(await find(tx, place)), isClosed };
    },

    /** A session that nobody has taken is then taken by the person who replies. `isNew` is false for a repeated call. */
    reply: async (reply: InboxReply): Promise<{ message: HumanMessage; isNew: boolean }> => {
      const { text, files, operatorId, idempotencyKey, keepFiles } = reply;
      const messageId = newId(clock.nowMs());
      const result = await onceInTransaction(db, idempotencyKey, async (tx) => {
        const { session, agent } = await lock(tx, reply);
        const result = { roundId: null, response: messageId };
        const earlier = idempotencyKey && (await claimKey(tx, idempotencyKey, result, clock.nowMs()));
        const earlierId = earlier?.response ?? messageId;
        const stored = earlier && (await findMessage(tx, earlierId));
        // If the answer to the commit was lost, the transaction runs again and finds its own response.
        if (stored) return { message: toHumanMessage(stored), isNew: earlierId === messageId };
        if (session.status === 'closed') throw sessionClosed();
        const taken =
          session.assignee_id === null && operatorId !== undefined
            ? await assignTo(tx, session, operatorId)
            : session;
        const message = await sendReply(tx, {
          agent,
          session: taken,
          text,
          files,
          givenTimestamp: null,
          messageId,
          operatorId,
          keepFiles,
        });
        return { message, isNew: true };
      });
      faultPoint('handoff-replied');
      await db.durable();
      return result;
    },

    /** @param untilMs null: ends the snooze. */
    snooze: async (tx: Handle, place: InboxPlace, untilMs: number | null): Promise<HumanSession> =>
      toHumanSession(
        await (untilMs === null ? snooze.unsnooze(tx, place) : snooze.snooze(tx, place, untilMs)),
      ),

    /** For an operator who may not answer any more: their sessions return to the queue. */
    release: async (tx: Handle, where: { workspaceId: string; operatorId: string }): Promise<void> => {
      await presence.remove(tx, where);
      const released = await releaseSessions(tx, { ...where, nowMs: clock.nowMs() });
      if (released.length > 0) await assignment.requestIfNeeded(tx, where.workspaceId);
      for (const session of released) {
        if (session.status === 'left_message') continue;
        const agent = await agents.findIn(tx, session.agent_id);
        if (agent) await reportWaiting(tx, agent, session, 'returned');
      }
      afterCommit(tx, () => {
        for (const session of released) for (const listener of onChanged) listener(session);
      });
    },

    watch: feed.watch,
    typing: {
      watch: typing.watch,
      byOperator: async (place: InboxPlace, operatorId: string): Promise<void> => {
        const session = await find(db.query, place);
        if (session.status === 'closed') throw sessionClosed();
        await signalTyping(session, operatorId);
      },
      /** Has no effect if no operator answers: the session may have ended just now. */
      byUser: async (conversationId: string): Promise<void> => {
        const session = await findLiveHumanSession(db.query, conversationId);
        if (session?.backend === 'inbox') await signalTyping(session, null);
      },
    },
  };
};
