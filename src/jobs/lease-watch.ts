import type { Database } from '../db/index.ts';
import { type Lease, listLeases, releaseLease } from './lease-store.ts';
import type { Timer } from './timer.ts';

interface LeaseWatchDependencies {
  db: Database;
  timer: Pick<Timer, 'elapsedMs'>;
  /** How long a lease of the queue lasts; undefined where this process does not know the queue. */
  leaseMsOf(queue: string): number | undefined;
}

/**
 * Frees leases that ran out. A lease has run out when nobody has renewed it for as long as it lasts, *as seen by
 * this process*. Comparing `leased_until` with the wall clock instead would free work that is still going on
 * wherever two clocks differ or one is set forward, and free nothing for hours where one is set back.
 */
export const createLeaseWatch = ({ db, timer, leaseMsOf }: LeaseWatchDependencies) => {
  let seen = new Map<string, { lease: Lease; sinceMs: number }>();

  const isSame = (a: Lease, b: Lease): boolean =>
    a.attempt === b.attempt && a.leased_until === b.leased_until;

  /** Returns the queues in which something was freed. */
  return async (isRunningHere: (id: string) => boolean): Promise<string[]> => {
    const leases = await listLeases(db.query);
    const nowMs = timer.elapsedMs();
    const next: typeof seen = new Map();
    const freed = new Set<string>();
    for (const lease of leases) {
      // Our own are watched by a timer each.
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
