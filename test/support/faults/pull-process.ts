/**
 * A process that fetches the messages of a platform, for a test that kills it:
 *
 *   node pull-process.ts <sqlite folder | postgres url> <process id> <predecessor or ''> <fault or ''>
 *
 * The first one connects the platform, fetches what it has, and gets a request about new messages. The fault is armed
 * before that request; `fetching` ends the process while it asks the platform. Exits with 0 when nothing is left to do.
 */
import { openPostgres, openSqlite } from '../../../src/db/index.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { armFault, parseFault } from '../../../src/lib/fault-point.ts';
import { createPulledConnections, pageOf } from '../platforms/pulled-platform.ts';

const earlierTexts = ['one', 'two', 'three'];
export const texts = [...earlierTexts, 'four', 'five', 'six'];

const run = async (installation: string, processId: string, predecessor: string, fault: string) => {
  const db = await (installation.startsWith('postgres:')
    ? openPostgres(installation)
    : openSqlite(installation));
  let known: readonly string[] = predecessor === '' ? earlierTexts : texts;
  let isDoomed = false;
  const { jobs, connect, post } = createPulledConnections({
    db,
    clock: systemClock,
    processId,
    fetch: async ({ cursor }) => {
      if (isDoomed) process.kill(process.pid, 'SIGKILL');
      return pageOf(known, cursor);
    },
  });
  const untilIdle = async (): Promise<void> => {
    while ((await jobs.count('channel-pulls')) > 0) {
      await jobs.idle();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };

  // The process register does this on PostgreSQL after a long enough silence.
  if (predecessor !== '') await jobs.releaseLeasesOf(predecessor);
  await jobs.start();
  if (predecessor === '') {
    const { id } = await connect();
    await untilIdle();
    known = texts;
    if (fault === 'fetching') isDoomed = true;
    else if (fault !== '') armFault(parseFault(fault));
    const { status } = await post(id, '');
    if (status !== 200) throw new Error(`The request got ${status}`);
  }
  await untilIdle();
  await jobs.stop({ graceMs: 1000 });
  await db.close();
};

if (import.meta.main) {
  const [installation, processId, predecessor, fault] = process.argv.slice(2) as [
    string,
    string,
    string,
    string,
  ];
  await run(installation, processId, predecessor, fault);
}
