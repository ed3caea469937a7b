import type { Database } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { createShortLivedCache } from '../../lib/short-lived-cache.ts';
import { expectedMinutes, type Pace, paceOf } from './expected-wait.ts';
import { readAnswered, readQueue } from './queue-store.ts';

/** A session that waits for somebody to take it. */
export interface WaitingSession {
  id: string;
  agentId: string;
  createdAtMs: number;
}

export interface QueuePlace {
  /** From 1. */
  position: number;
  /** null: there are too few answers to estimate it, or it is too long to show. */
  waitMinutes: number | null;
}

/** One read of an agent's queue serves all its waiting users for this time, so that a long queue costs no more than a short one. */
const keepMs = 3000;
const maxAgents = 1000;
/** Users further back see no position. */
const longestQueue = 5000;
const mostAnswered = 50;
const recentMs = 7 * 24 * 60 * 60 * 1000;

interface AgentQueue {
  positions: ReadonlyMap<string, number>;
  pace: Pace | undefined;
}

/** Positions of users in the queues of the inbox, and how long they will probably wait. */
export const createWaitingQueue = ({ db, clock }: { db: Database; clock: Clock }) => {
  const cache = createShortLivedCache<AgentQueue>({ clock, keepMs, maxEntries: maxAgents });

  const read = async (agentId: string): Promise<AgentQueue> => {
    const nowMs = clock.nowMs();
    const ids = await readQueue(db.query, { agentId, nowMs, limit: longestQueue });
    const answered = await readAnswered(db.query, {
      agentId,
      sinceMs: nowMs - recentMs,
      limit: mostAnswered,
    });
    return { positions: new Map(ids.map((id, index) => [id, index + 1])), pace: paceOf(answered) };
  };

  return {
    /** Undefined: it is not in the queue, for example because it has been taken just now. */
    placeOf: async ({ id, agentId, createdAtMs }: WaitingSession): Promise<QueuePlace | undefined> => {
      const queue = await cache.get(agentId, () => read(agentId));
      const position = queue?.positions.get(id);
      if (queue === undefined || position === undefined) return undefined;
      const waitedMs = clock.nowMs() - createdAtMs;
      return {
        position,
        waitMinutes: queue.pace ? expectedMinutes(queue.pace, { position, waitedMs }) : null,
      };
    },
  };
};

export type WaitingQueue = ReturnType<typeof createWaitingQueue>;
