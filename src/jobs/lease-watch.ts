import type { Database } from '../db/index.ts';
import { type Lease, listLeases, releaseLease } from './lease-store.ts';
import type { Timer } from './timer.ts';

interface LeaseWatchDependencies {
  db: Database;
  timer: Pick<Timer, 'elapsedMs'>;
  /** Duration of a lease of the queue. Undefined if this process does not know the queue. */
  leaseMsOf(queue: string): number | undefined;
}

/**
 * Frees expired leases. A lease has expired if it was not renewed for its duration, *as observed by
 * this process*. Comparing `leased_until` with the wall clock would free running work
 * if two clocks differ or one is set forward, and would free nothing for hours if one is set back.
 */
export const createLeaseWatch = ({ db, timer, leaseMsOf }: LeaseWatchDependencies) => {
  let seen = new Map<string, { lease: Lease; sinceMs: number }>();

  const isSame = (a: Lease, b: Lease): boolean =>
    a.attempt === b.attempt && a.leased_until === b.leased_until;

  /** Returns the queues with freed jobs. */
  return async (isRunningHere: (id: string) => boolean): Promise<string[]> => {
    const leases = await listLeases(db.query);
    const nowMs = timer.elapsedMs();
    const next: typeof seen = new Map();
    const freed = new Set<string>();
    for (const lease of leases) {
      // A timer watches each of our own leases.
      if (isRunningHere(lease.id)) continue;
      const known = seen.get(lease.id);
      const entry = known && isSame(known.lease, lease) ? known : { lease, sinceMs: nowMs };
      const leaseMs = leaseMsOf(lease.queue);
      if (leaseMs === undefined || nowMs - entry.sinceMs < leaseMs) next.set(lease.id, entry);
      else {
        await releaseLease(db.query, lease);
        freed.add(lease.queue);
      }
    }
    seen = next;
    return [...freed];
  };
};
