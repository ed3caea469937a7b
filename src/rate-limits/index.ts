import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { createRateLimiter, type RateLimiter } from '../lib/rate-limiter.ts';
import { createSharedRateLimiter } from './shared-rate-limiter.ts';

export { sweepRateBuckets } from './bucket-store.ts';

/** On SQLite there is only this process. */
export const createRateLimits = ({ db, clock }: { db: Database; clock: Clock }): RateLimiter => {
  const local = createRateLimiter(clock);
  return db.kind === 'sqlite' ? local : createSharedRateLimiter({ db, local });
};
