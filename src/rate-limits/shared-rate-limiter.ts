import { type Database, repeatWhenLost } from '../db/index.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';
import { takeToken } from './bucket-store.ts';

const minuteMs = 60_000;

/**
 * Token buckets in the database, so that a limit holds over all processes together and not for each. One statement
 * takes from a bucket.
 *
 * What this process alone has let through is counted first. That can only be less than what all have, so it refuses
 * nobody who would be let through, and a flood costs the database no more than the limit itself.
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
    // Done twice it takes two, which only a broken connection costs the caller.
    const { tokens, granted } = await repeatWhenLost(() => takeToken(db.query, name, perMinute));
    return granted ? 0 : Math.max(1, Math.ceil(((1 - tokens) * minuteMs) / perMinute));
  },
});
