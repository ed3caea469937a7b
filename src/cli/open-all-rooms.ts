import type { Config } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import { openEncryption } from '../encryption/index.ts';
import { systemClock } from '../lib/clock.ts';
import { createLogger } from '../logger.ts';
import { createRooms } from '../rooms.ts';
import { openBeside } from './open-rooms.ts';
import { pendingMigrations } from './pending-migrations.ts';

type AllRooms = ReturnType<typeof createRooms> & { db: Database };

/** Runs `work` with every module of the service, beside a running service. Jobs that it enqueues run there. */
export const withAllRooms = async <Result>(
  config: Config,
  work: (rooms: AllRooms) => Promise<Result>,
): Promise<Result> => {
  const db = await openBeside(config);
  try {
    if ((await pendingMigrations(db)).length > 0)
      throw new Error(
        'The database is older than this program: run "frontdesk migrate" or start the service',
      );
    const encryption = await openEncryption({ db, clock: systemClock }, config);
    const rooms = createRooms({ config, db, log: createLogger('silent'), clock: systemClock, encryption });
    try {
      return await work({ ...rooms, db });
    } finally {
      await rooms.knowledge.close();
      await rooms.recognition.close();
      await rooms.speech.close();
      rooms.sandbox.close();
      rooms.imageEncoder.close();
      await rooms.safeFetch.close();
    }
  } finally {
    await db.durable();
    await db.close();
  }
};
