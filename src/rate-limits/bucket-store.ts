import { sql } from 'kysely';
import { dialectOf, type Handle } from '../db/index.ts';

const minuteMs = 60_000;

/**
 * Takes a token from a bucket, by the database's clock, so that clocks of machines may differ. Returns what is left
 * and whether a token was available. PostgreSQL only.
 */
export const takeToken = async (
  db: Handle,
  name: string,
  perMinute: number,
): Promise<{ tokens: number; granted: boolean }> => {
  const refilled = sql`least(${perMinute}::float8, rate_buckets.tokens
    + greatest(0, excluded.filled_at - rate_buckets.filled_at) * ${perMinute}::float8 / ${minuteMs}::float8)`;
  const { rows } = await sql<{ tokens: number; granted: boolean }>`
    insert into rate_buckets (name, tokens, granted, filled_at)
    values (${name}, ${perMinute}::float8 - 1, true, extract(epoch from clock_timestamp()) * 1000)
    on conflict (name) do update set
      tokens = case when ${refilled} >= 1 then ${refilled} - 1 else ${refilled} end,
      granted = ${refilled} >= 1,
      filled_at = greatest(excluded.filled_at, rate_buckets.filled_at)
    returning tokens, granted`.execute(db);
  return rows[0]!;
};

/** A bucket that was not used for a minute is full again, like a missing one. */
export const sweepRateBuckets = async (db: Handle): Promise<void> => {
  if (dialectOf(db) !== 'postgres') return;
  await sql`delete from rate_buckets
    where filled_at < extract(epoch from clock_timestamp()) * 1000 - ${minuteMs}::float8`.execute(db);
};
