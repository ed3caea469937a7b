import { createConcurrencyLimit } from '../lib/concurrency-limit.ts';
import type { JobRow } from './store.ts';
import type { Suspect } from './suspect-store.ts';

interface LaneQueue {
  name: string;
  wake(): void;
}

interface Claims {
  /** The next suspect of these queues. */
  findSuspect(queues: readonly string[]): Promise<Suspect | undefined>;
  claimSuspect(suspect: Suspect): Promise<JobRow[]>;
  claim(): Promise<JobRow[]>;
  start(row: JobRow): void;
}

/**
 * Queues whose jobs are suspected together when their process dies. A job that has lost its process
 * twice is a suspect and runs alone: nothing else of the lane runs beside it, so the next crash shows the cause.
 *
 * | A suspect is ready | Running in the lane | A queue that looks for jobs |
 * |---|---|---|
 * | no | nothing, or jobs that are not suspects | claims as usual |
 * | yes | nothing | claims the suspect, if it is its own |
 * | yes | jobs that are not suspects | claims nothing until they have ended |
 * | yes or no | a suspect | claims nothing until it has ended |
 *
 * Suspects go first: they are few, each fails after three more crashes, and waiting for a moment without other
 * work could take forever.
 */
export const createLane = () => {
  const queues: LaneQueue[] = [];
  const withLimit = createConcurrencyLimit(1);
  let runningCount = 0;
  let isHeldAlone = false;
  let isWaitedFor = false;

  const claimRows = async (
    queue: string,
    { findSuspect, claimSuspect, claim }: Claims,
  ): Promise<JobRow[]> => {
    if (isHeldAlone) {
      isWaitedFor = true;
      return [];
    }
    const suspect = await findSuspect(queues.map(({ name }) => name));
    if (!suspect) return claim();
    isWaitedFor = true;
    if (suspect.queue !== queue || runningCount > 0) return [];
    const rows = await claimSuspect(suspect);
    isHeldAlone = rows.length > 0;
    return rows;
  };

  return {
    join: (queue: LaneQueue): void => void queues.push(queue),
    /** One queue at a time: no queue may claim jobs while another looks for suspects or starts its jobs. */
    claim: (queue: string, claims: Claims): Promise<void> =>
      withLimit(async () => {
        const rows = await claimRows(queue, claims);
        for (const row of rows) claims.start(row);
      }),
    started: (): void => {
      runningCount += 1;
    },
    ended: (): void => {
      runningCount -= 1;
      isHeldAlone = false;
      if (!isWaitedFor || runningCount > 0) return;
      isWaitedFor = false;
      for (const queue of queues) queue.wake();
    },
  };
};

export type Lane = ReturnType<typeof createLane>;
