import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { type Failure, failureLists } from './failure-store.ts';
import { listOpenSessions } from './open-session-store.ts';
import {
  countAgents,
  countConversations,
  countDeadDeliveries,
  countDocumentsAtWork,
  countFailedDocuments,
  countFailedJobs,
  countFailedRounds,
  countOpenSessions,
  countRounds,
} from './overview-store.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** How a workspace does: read from what the other rooms keep, and changing nothing. */
export const createOperations = ({ db, clock }: { db: Database; clock: Clock }) => {
  /** What somebody should look at, by the number. */
  const attention = async (workspaceId: string) => ({
    openSessions: await countOpenSessions(db.query, workspaceId),
    documentsAtWork: await countDocumentsAtWork(db.query, workspaceId),
    failedDocuments: await countFailedDocuments(db.query, workspaceId),
    deadDeliveries: await countDeadDeliveries(db.query, workspaceId),
    failedJobs: await countFailedJobs(db.query, workspaceId),
  });

  return {
    attention,

    /** Today begins at midnight that far east of UTC. */
    overview: async (workspaceId: string, utcOffsetMinutes: number) => {
      const offsetMs = utcOffsetMinutes * minuteMs;
      const todayMs = Math.floor((clock.nowMs() + offsetMs) / dayMs) * dayMs - offsetMs;
      return {
        agents: await countAgents(db.query, workspaceId),
        conversationsToday: await countConversations(db.query, workspaceId, todayMs),
        roundsToday: await countRounds(db.query, workspaceId, todayMs),
        failedRoundsToday: await countFailedRounds(db.query, workspaceId, todayMs),
        ...(await attention(workspaceId)),
      };
    },

    /** Of every kind, newest first. */
    failures: async (asked: { workspaceId: string; beforeMs: number; limit: number }): Promise<Failure[]> => {
      const found: Failure[] = [];
      for (const list of failureLists) found.push(...(await list(db.query, asked)));
      return found.sort((a, b) => b.atMs - a.atMs).slice(0, asked.limit);
    },

    openSessions: (workspaceId: string) => listOpenSessions(db.query, workspaceId),
  };
};

export type Operations = ReturnType<typeof createOperations>;
