import { sql } from 'kysely';
import { type Database, repeatWhenLost } from '../db/index.ts';
import type { RateLimiter } from '../lib/rate-limiter.ts';

const minuteMs = 60_000;

/**
 * Token buckets in the database, so that a limit holds over all processes together and not for each. One statement
 * takes from a bucket, by the database's own clock: the machines' clocks need not agree.
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
    const refilled = sql`least(${perMinute}::float8, rate_buckets.tokens
      + greatest(0, excluded.filled_at - rate_buckets.filled_at) * ${perMinute}::float8 / ${minuteMs}::float8)`;
    const take = sql<{ tokens: number; granted: boolean }>`
      insert into rate_buckets (name, tokens, granted, filled_at)
      values (${name}, ${perMinute}::float8 - 1, true, extract(epoch from clock_timestamp()) * 1000)
      on conflict (name) do update set
        tokens = case when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end,
        granted = ${refilled} >= 1,
        filled_at = greatest(excluded.filled_at, rate_buckets.filled_at)
      returning tokens, granted`;
    // Done twice it takes two, which only a broken connection costs the caller.
    const { rows } = await repeatWhenLost(() => take.execute(db.query));
    const { tokens, granted } = rows[0]!;
    return granted ? 0 : Math.max(1, Math.ceil(((1 - tokens) * minuteMs) / perMinute));
  },
});

/** Buckets untouched for a minute are full again, which is what a missing one means. */
export const sweepRateBuckets = async ({ kind, query }: Database): Promise<void> => {
  if (kind !== 'postgres') return;
  await sql`delete from rate_buckets
    where filled_at < extract(epoch from clock_timestamp()) * 1000 - ${minuteMs}::float8`.execute(query);
};
