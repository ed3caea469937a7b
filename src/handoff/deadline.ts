import type { Agents } from '../agents/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { JobContext, Jobs } from '../jobs/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { HumanBackends } from './backends/human-backend.ts';
import type { CloseHumanSession } from './close-human-session.ts';
import type { HumanSessionRow } from './human-session.ts';
import { findHumanSession, lockHumanSessions } from './human-session-store.ts';
import type { LeaveMessage } from './left-messages/leave-message.ts';
import type { UpdateSession } from './update-session.ts';

interface DeadlineDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue' | 'runNow'>;
  agents: Pick<Agents, 'find'>;
  close: CloseHumanSession;
  backends: HumanBackends;
  update: UpdateSession;
  leave: Pick<LeaveMessage, 'ask'>;
}

interface Payload {
  sessionId: string;
  conversationId: string;
  agentId: string;
}

const queue = 'handoff-deadlines';
const leaseMs = 30_000;
const retryDelayMs = 5000;

const jobId = (sessionId: string): string => `${queue}-${sessionId}`;

/** Maximum silence in the session: before and after the first reply of a person. */
export const patienceMs = (
  session: Pick<HumanSessionRow, 'has_replied' | 'first_reply_ms' | 'idle_ms'>,
): number => (session.has_replied === 1 ? session.idle_ms : session.first_reply_ms);

/** Nobody in the inbox has replied, so that its user can leave a message instead. */
const isUnanswered = ({ backend, status, has_replied }: HumanSessionRow): boolean =>
  backend === 'inbox' && status === 'open' && has_replied === 0;

/**
 * One durable job for each opened session. It sleeps until the known deadline, checks, and
 * sleeps again if there was a message. So messages cost no job, and a restart changes nothing.
 */
export const createDeadline = ({
  db,
  clock,
  jobs,
  agents,
  close,
  backends,
  update,
  leave,
}: DeadlineDependencies) => {
  const look = async (payload: Payload, { completeIn, retryIn }: JobContext): Promise<void> => {
    const agent = await agents.find(payload.agentId);
    await db.transaction(async (tx) => {
      await lockHumanSessions(tx, payload.conversationId);
      const session = await findHumanSession(tx, payload.sessionId);
      if (!agent || !session || session.deadline_at === null) return completeIn(tx);
      const nowMs = clock.nowMs();
      if (session.deadline_at > nowMs) return retryIn(tx, session.deadline_at);
      // A person cannot answer what they have not received: an outage of the human service is not silence.
      if (await backends[session.backend].isBehind(tx, payload.conversationId)) {
        const deadlineAtMs = nowMs + patienceMs(session);
        await update(tx, session, { deadline_at: deadlineAtMs });
        return retryIn(tx, deadlineAtMs);
      }
      if (isUnanswered(session)) {
        const asking = await leave.ask(tx, agent, session);
        return retryIn(tx, asking.deadline_at!);
      }
      await close(tx, { agent, session, reason: 'TIMEOUT' });
      await completeIn(tx);
    });
  };

  jobs.define<Payload>(queue, look, {
    concurrency: 8,
    leaseMs,
    maxAttempts: Number.POSITIVE_INFINITY,
    retryDelayMs: () => retryDelayMs,
  });

  return {
    /** For a session whose `deadline_at` has just been written. `before` is the previous value. */
    watch: async (tx: Handle, session: HumanSessionRow, before: number | null): Promise<void> => {
      const { id: sessionId, conversation_id: conversationId, agent_id: agentId, deadline_at } = session;
      if (deadline_at === null) return;
      if (before === null) {
        const payload: Payload = { sessionId, conversationId, agentId };
        await jobs.enqueue(tx, queue, payload, {
          id: jobId(sessionId),
          runAtMs: deadline_at,
          workspaceId: session.workspace_id,
        });
      } else if (deadline_at < before) await jobs.runNow(tx, jobId(sessionId));
    },
  };
};

export type Deadline = ReturnType<typeof createDeadline>;
