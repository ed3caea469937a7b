import { permissionTable } from '../../../accounts/index.ts';
import type { Database, Handle } from '../../../db/index.ts';
import type { JobContext, Jobs } from '../../../jobs/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { findHumanSession, lockHumanSessions } from '../../human-session-store.ts';
import type { NotableListener } from '../../notable-event.ts';
import type { UpdateSession } from '../../update-session.ts';
import { lockTeamData } from '../lock-team-data.ts';
import { findUnassigned, hasUnassigned } from './assignment-store.ts';
import { listAvailable, takeTurn } from './presence-store.ts';

interface AssignmentDependencies {
  db: Database;
  clock: Clock;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  update: UpdateSession;
  onNotable: NotableListener;
}

interface Payload {
  workspaceId: string;
}

const queue = 'inbox-assignment';
/** Streams update the time every `touchMs`, so this is the time after the last of them ended. */
export const awayAfterMs = 90_000;

/**
 * Assigns waiting sessions of agents with `round_robin` in turn: the oldest session to the available operator whose last one is
 * the longest ago, unless they have as many open sessions as the agent allows.
 *
 * A job of the transaction that makes an assignment possible does it: a new session, a closed, transferred or snoozed one, an
 * operator who is available. Each assignment is a transaction under the locks of the conversation and of the workspace, so that
 * several processes never assign a session twice or exceed the limit.
 */
export const createAssignment = ({ db, clock, jobs, update, onNotable }: AssignmentDependencies) => {
  const available = (handle: Handle, workspaceId: string) => {
    const nowMs = clock.nowMs();
    const roles = permissionTable['inbox:write'];
    return listAvailable(handle, { workspaceId, roles, nowMs, seenSinceMs: nowMs - awayAfterMs });
  };

  const assign = (session: { id: string; conversation_id: string }, workspaceId: string) =>
    db.transaction(async (tx) => {
      await lockHumanSessions(tx, session.conversation_id);
      await lockTeamData(tx, workspaceId);
      const row = await findHumanSession(tx, session.id);
      const nowMs = clock.nowMs();
      const limit = row?.assignment_limit ?? 0;
      if (!row || row.status === 'closed' || row.assignee_id !== null || (row.snoozed_until ?? 0) > nowMs)
        return;
      const next = (await available(tx, workspaceId)).find(({ open }) => open < limit);
      if (!next) return;
      await takeTurn(tx, { workspaceId, operatorId: next.operatorId });
      const assigned = await update(tx, row, { assignee_id: next.operatorId, assigned_at: nowMs });
      await onNotable(tx, { kind: 'assigned', session: assigned, operatorId: next.operatorId });
    });

  const run = async ({ workspaceId }: Payload, { signal, heartbeat }: JobContext): Promise<void> => {
    while (!signal.aborted) {
      const operators = await available(db.query, workspaceId);
      if (operators.length === 0) return;
      const leastOpen = Math.min(...operators.map(({ open }) => open));
      const session = await findUnassigned(db.query, { workspaceId, leastOpen, nowMs: clock.nowMs() });
      if (!session) return;
      await assign(session, workspaceId);
      await heartbeat();
    }
  };

  jobs.define<Payload>(queue, run, {
    concurrency: 4,
    leaseMs: 30_000,
    maxAttempts: 5,
    retryDelayMs: () => 1000,
  });

  const enqueue = async (tx: Handle, workspaceId: string): Promise<void> => {
    await jobs.enqueue(tx, queue, { workspaceId } satisfies Payload, { workspaceId });
  };

  return {
    /** A session that is assigned automatically has just become possible to assign, or has made an operator free. */
    request: enqueue,
    /** The same if sessions wait for it. */
    requestIfNeeded: async (tx: Handle, workspaceId: string): Promise<void> => {
      if (await hasUnassigned(tx, { workspaceId, nowMs: clock.nowMs() })) await enqueue(tx, workspaceId);
    },
  };
};

export type Assignment = ReturnType<typeof createAssignment>;
