import { type Database, repeatWhenLost } from '../db/index.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';
import { takeToken } from './bucket-store.ts';

const minuteMs = 60_000;

/**
 * Token buckets in the database, so that a limit applies to all processes together. One statement
 * takes from a bucket.
 *
 * The calls of this process are counted first. They are at most those of all processes, so no call is rejected
 * wrongly, and a flood costs the database no more calls than the limit.
 */
export const createSharedRateLimiter = ({
  db,
  local,
}: {
  db: Database;
  local: RateLimiter;
}): RateLimiter => ({
  take: async (name, perMinute) => {
    const localWaitMs = await local.take(name, perMinute);
    if (localWaitMs > 0) return localWaitMs;
    // A repeated statement takes two tokens, which happens only after a broken connection.
    const { tokens, granted } = await repeatWhenLost(() => takeToken(db.query, name, perMinute));
    return granted ? 0 : Math.max(1, Math.ceil(((1 - tokens) * minuteMs) / perMinute));
  },
});
