import assert from 'node:assert/strict';
import { forEachDatabase } from '../../test/support/databases/databases.ts';
import { createManualTime, type ManualTime } from '../../test/support/time/manual-time.ts';
import type { Database } from '../db/index.ts';
import { createJobs } from '../jobs/index.ts';
import { silentLog } from '../lib/log.ts';
import { createRetention } from './index.ts';

const hourMs = 3_600_000;

/** A process with the given sweeps. */
const startProcess = async (
  db: Database,
  { clock, timer }: ManualTime,
  sweeps: Parameters<typeof createRetention>[0]['sweeps'],
) => {
  const jobs = createJobs({ db, clock, timer, log: silentLog });
  const retention = createRetention({ db, clock, log: silentLog, jobs, sweeps });
  await jobs.start();
  await retention.start();
  await jobs.idle();
  return jobs;
};

forEachDatabase('sweeps run once a day, even if the service is restarted often', async (db) => {
  const time = createManualTime();
  const sweptAt: number[] = [];
  const startMs = time.clock.nowMs();
  for (let start = 0; start < 6; start += 1) {
    const jobs = await startProcess(db, time, {
      all: async (nowMs) => void sweptAt.push((nowMs - startMs) / hourMs),
    });
    time.advance(10 * hourMs);
    await jobs.idle();
    await jobs.stop({ graceMs: 0 });
  }
  // Starts at 0, 10, 20 … 50 hours. Each checks at its start and at its end.
  assert.deepEqual(sweptAt, [0, 30, 60]);
});

forEachDatabase('a failing sweep does not prevent the others', async (db) => {
  const swept: string[] = [];
  const jobs = await startProcess(db, createManualTime(), {
    broken: async () => {
      throw new Error('broken');
    },
    whole: async () => void swept.push('whole'),
  });
  assert.deepEqual(swept, ['whole']);
  await jobs.stop({ graceMs: 0 });
});
