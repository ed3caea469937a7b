import type { Database } from '../db/index.ts';
import type { JobLog, Jobs } from '../jobs/index.ts';
import { addressOf, type ReceivingAddress } from './receiver.ts';
import { hasReleasable, markTriedEarly } from './store.ts';

interface ReleaseDependencies {
  db: Database;
  jobs: Pick<Jobs, 'runAllNow'>;
  log: JobLog;
}

const batchSize = 200;

/**
 * A success at an address lets all deliveries that wait there start now, in any process. Each
 * delivery is released once per step of its schedule: one that fails for its own reason is not sent again with
 * every success of another, and keeps its schedule.
 */
export const createReleaseWaiting = ({ db, jobs, log }: ReleaseDependencies) => {
  /** Addresses whose waiting deliveries are being released. True if another success came meanwhile. */
  const underWay = new Map<string, boolean>();

  const releaseBatch = async (address: ReceivingAddress): Promise<number> => {
    // Usually nothing waits, and a success costs one lookup in an empty index.
    if (!(await hasReleasable(db.query, address))) return 0;
    return db.transaction(async (tx) => {
      const ids = await markTriedEarly(tx, address, batchSize);
      if (ids.length > 0) await jobs.runAllNow(tx, ids);
      return ids.length;
    });
  };

  /** Never rejects: the next success releases the rest. */
  return async (address: ReceivingAddress): Promise<void> => {
    const name = addressOf(address);
    if (underWay.has(name)) {
      underWay.set(name, true);
      return;
    }
    try {
      do {
        underWay.set(name, false);
        while ((await releaseBatch(address)) === batchSize);
      } while (underWay.get(name));
    } catch (error) {
      log.warn({ error, agentId: address.agentId }, 'waiting deliveries could not be released');
    } finally {
      underWay.delete(name);
    }
  };
};

export type ReleaseWaiting = ReturnType<typeof createReleaseWaiting>;
