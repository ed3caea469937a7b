import type { Database, Handle } from '../../db/index.ts';
import type { JobContext, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { type Deadline, patienceMs } from '../deadline.ts';
import type { HumanSessionRow } from '../human-session.ts';
import { findHumanSession, lockHumanSessions } from '../human-session-store.ts';
import type { UpdateSession } from '../update-session.ts';
import type { Assignment } from './assignment/assignment.ts';
import { type InboxPlace, type LockInboxSession, sessionClosed } from './inbox-place.ts';

interface SnoozeDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  lock: LockInboxSession;
  update: UpdateSession;
  deadline: Deadline;
  assignment: Assignment;
}

interface Payload {
  sessionId: string;
  conversationId: string;
}

const queue = 'inbox-snoozes';
const longestDays = 90;

/**
 * A snoozed session leaves the queues of open sessions until a time, or until somebody writes or takes it. The timeout of the
 * session starts at the end of the snooze, so that it is not closed meanwhile. The queues compare the time, so that a session
 * returns exactly then; a job also tells open pages.
 */
export const createSnooze = ({ db, clock, jobs, lock, update, deadline, assignment }: SnoozeDependencies) => {
  /** Ends the snooze, and restarts the timeout from now. */
  const wake = async (tx: Handle, session: HumanSessionRow): Promise<HumanSessionRow> => {
    if (session.snoozed_until === null) return session;
    const deadlineAtMs = clock.nowMs() + patienceMs(session);
    const awake = await update(tx, session, { snoozed_until: null, deadline_at: deadlineAtMs });
    await deadline.watch(tx, awake, session.deadline_at);
    await assignment.requestIfNeeded(tx, session.workspace_id);
    return awake;
  };

  const look = async (payload: Payload, { completeIn }: JobContext): Promise<void> => {
    await db.transaction(async (tx) => {
      await lockHumanSessions(tx, payload.conversationId);
      const session = await findHumanSession(tx, payload.sessionId);
      // It was closed, woken or snoozed for longer.
      const isDue = (session?.snoozed_until ?? Number.POSITIVE_INFINITY) <= clock.nowMs();
      if (session && isDue) await wake(tx, session);
      await completeIn(tx);
    });
  };

  jobs.define<Payload>(queue, look, {
    concurrency: 4,
    leaseMs: 30_000,
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => 5000,
  });

  return {
    wake,
    snooze: async (tx: Handle, place: InboxPlace, untilMs: number): Promise<HumanSessionRow> => {
      const { session } = await lock(tx, place);
      if (session.status === 'closed') throw sessionClosed();
      if (session.status !== 'open')
        throw new AppError(
          'conflict',
          'Only open sessions can be snoozed; the user was asked to leave a message',
        );
      const nowMs = clock.nowMs();
      if (!(untilMs > nowMs && untilMs <= nowMs + longestDays * 86_400_000))
        throw new AppError('invalidParameter', `until must be in the next ${longestDays} days`);
      const snoozed = await update(tx, session, {
        snoozed_until: untilMs,
        deadline_at: untilMs + patienceMs(session),
      });
      await deadline.watch(tx, snoozed, session.deadline_at);
      const payload: Payload = { sessionId: session.id, conversationId: session.conversation_id };
      await jobs.enqueue(tx, queue, payload, {
        id: `${queue}-${session.id}-${untilMs}`,
        runAtMs: untilMs,
        workspaceId: session.workspace_id,
      });
      // The operator can take another session.
      await assignment.requestIfNeeded(tx, session.workspace_id);
      return snoozed;
    },
    unsnooze: async (tx: Handle, place: InboxPlace): Promise<HumanSessionRow> =>
      wake(tx, (await lock(tx, place)).session),
  };
};
