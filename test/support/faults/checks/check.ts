import type { Database } from '../../../../src/db/index.ts';
import { eventually } from '../../time/eventually.ts';
import type { Installation } from '../installation.ts';
import type { Journal } from '../journal.ts';
import type { Mocks } from '../mocks.ts';
import {
  checkDocuments,
  checkFiles,
  checkIntegrityOf,
  checkMemories,
  checkRecords,
} from './check-contents.ts';
import { checkDeliveries } from './check-deliveries.ts';
import { checkMails } from './check-mails.ts';
import { checkSources } from './check-sources.ts';
import { checkLogs, checkRounds } from './check-sums.ts';
import { checkTestRuns } from './check-test-runs.ts';
import { checkWords } from './check-words.ts';

/** All work must be finished this long after a restart. */
const restLimitMs = 60_000;

/** Queues whose jobs wait for a time: roll-ups, cleanup after a removal, a deadline, the daily sweep. */
const sleepingQueues = ['analytics', 'file-removal', 'handoff-deadlines', 'inbox-snoozes', 'retention'];

const isAtRest = async ({ query }: Database): Promise<boolean> => {
  const running = await query.selectFrom('rounds').select('id').where('status', '=', 'running').execute();
  const jobs = await query.selectFrom('jobs').select('id').where('queue', 'not in', sleepingQueues).execute();
  return running.length + jobs.length === 0;
};

/** Waits until the service has no work left. */
export const untilIdle = async (installation: Installation): Promise<void> => {
  const db = await installation.open();
  try {
    await eventually('everything came to rest', () => isAtRest(db), restLimitMs).catch(async (error) => {
      const jobs = await db.query.selectFrom('jobs').select(['queue', 'attempt', 'run_at']).execute();
      const rounds = await db.query
        .selectFrom('rounds')
        .select(['id', 'mode', 'owner'])
        .where('status', '=', 'running')
        .execute();
      throw new Error(`${(error as Error).message}: ${JSON.stringify({ jobs, rounds })}`);
    });
  } finally {
    await db.close();
  }
};

/** Everything that must be true after a case, whatever was done to the service. */
export const checkEverything = async (
  installation: Installation,
  { journal, mocks, deaths, output }: { journal: Journal; mocks: Mocks; deaths: number; output: string },
): Promise<void> => {
  const db = await installation.open();
  try {
    await checkRounds(db, journal);
    await checkLogs(db);
    await checkDeliveries(db, mocks, deaths);
    await checkDocuments(db, journal);
    await checkRecords(db, journal);
    await checkFiles(db, installation, journal);
    await checkMemories(db);
    await checkMails(db, mocks, deaths);
    await checkSources(db);
    await checkTestRuns(db);
    await checkIntegrityOf(db, installation);
  } finally {
    await db.close();
  }
  checkWords(journal.replies, output);
};
