import type { Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { type Deadline, patienceMs } from './deadline.ts';
import type { HumanSessionRow } from './human-session.ts';
import { updateHumanSession } from './human-session-store.ts';

/** Opens a session, or records a message in an open one. Both restart its deadline. */
export const createOpenHumanSession =
  ({ clock, deadline }: { clock: Clock; deadline: Deadline }) =>
  async (
    tx: Handle,
    session: HumanSessionRow,
    { byReply = false }: { byReply?: boolean },
  ): Promise<HumanSessionRow> => {
    const nowMs = clock.nowMs();
    const hasReplied = byReply ? 1 : session.has_replied;
    const change = {
      status: 'open',
      opened_at: session.opened_at ?? nowMs,
      has_replied: hasReplied,
      deadline_at: nowMs + patienceMs({ ...session, has_replied: hasReplied }),
    } as const;
    await updateHumanSession(tx, session.id, change);
    const opened = { ...session, ...change };
    await deadline.watch(tx, opened, session.deadline_at);
    faultPoint('handoff-opening');
    return opened;
  };

export type OpenHumanSession = ReturnType<typeof createOpenHumanSession>;
