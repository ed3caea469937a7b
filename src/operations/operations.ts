import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { type Failure, type FailureQuery, failureLists } from './failure-store.ts';
import { createHandoffReport } from './handoff-report.ts';
import { listOpenHumanSessions } from './open-human-session-store.ts';
import {
  countAgents,
  countConversations,
  countDeadDeliveries,
  countDocumentsAtWork,
  countFailedDocuments,
  countFailedJobs,
  countFailedRounds,
  countMissedHandoffs,
  countOpenHumanSessions,
  countRounds,
  countTestRounds,
} from './overview-store.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Maximum number of failures in one millisecond: more than a service can have, and few enough for one page. */
const mostAtOnce = 1000;

/** State of a workspace, read from the data of other modules. Changes nothing. */
export const createOperations = ({ db, clock }: { db: Database; clock: Clock }) => {
  /** Counts of things that need attention. */
  const attention = async (workspaceId: string) => ({
    openSessions: await countOpenHumanSessions(db.query, workspaceId),
    documentsAtWork: await countDocumentsAtWork(db.query, workspaceId),
    failedDocuments: await countFailedDocuments(db.query, workspaceId),
    deadDeliveries: await countDeadDeliveries(db.query, workspaceId),
    failedJobs: await countFailedJobs(db.query, workspaceId),
  });

  const failuresOfEveryKind = async (asked: FailureQuery): Promise<Failure[]> => {
    const found: Failure[] = [];
    for (const list of failureLists) found.push(...(await list(db.query, asked)));
    return found.sort((a, b) => b.atMs - a.atMs);
  };

  /** All kinds, newest first. `nextBeforeMs` is the start of the next page, if there may be one. */
  const failures = async (asked: {
    workspaceId: string;
    beforeMs: number;
    limit: number;
  }): Promise<{ failures: Failure[]; nextBeforeMs: number | null }> => {
    const found = await failuresOfEveryKind({ ...asked, fromMs: 0 });
    const last = found[asked.limit - 1];
    if (!last) return { failures: found, nextBeforeMs: null };
    // The next page starts before this millisecond, so all of its failures are on this page.
    const { atMs } = last;
    const together = { ...asked, fromMs: atMs, beforeMs: atMs + 1, limit: mostAtOnce };
    return {
      failures: [...found.filter((failure) => failure.atMs > atMs), ...(await failuresOfEveryKind(together))],
      nextBeforeMs: atMs,
    };
  };

  return {
    attention,

    /** Start of today in the given time zone offset. */
    overview: async (workspaceId: string, utcOffsetMinutes: number) => {
      const offsetMs = utcOffsetMinutes * minuteMs;
      const todayMs = Math.floor((clock.nowMs() + offsetMs) / dayMs) * dayMs - offsetMs;
      const missed = await countMissedHandoffs(db.query, workspaceId, todayMs);
      const tests = await countTestRounds(db.query, workspaceId, todayMs);
      return {
        agents: await countAgents(db.query, workspaceId),
        conversationsToday: await countConversations(db.query, workspaceId, todayMs),
        roundsToday: (await countRounds(db.query, workspaceId, todayMs)) - tests.all,
        failedRoundsToday: (await countFailedRounds(db.query, workspaceId, todayMs)) - tests.failed,
        testRoundsToday: tests.all,
        missedHandoffsToday: missed.all,
        missedInboxSessionsToday: missed.ofInbox,
        ...(await attention(workspaceId)),
      };
    },

    failures,
    handoffReport: createHandoffReport({ db }),
    openSessions: (workspaceId: string) => listOpenHumanSessions(db.query, workspaceId),
  };
};

export type Operations = ReturnType<typeof createOperations>;
