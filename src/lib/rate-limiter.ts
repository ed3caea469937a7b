import type { Clock } from './clock.ts';

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

export interface RateLimiter {
  /** 0 if allowed. Otherwise the time until the next request would be allowed. */
  take(name: string, perMinute: number): Promise<number>;
}

const minuteMs = 60_000;
const maxBuckets = 100_000;

/** Token buckets of this process: the requests of a minute may come at once, further ones at an even rate. */
export const createRateLimiter = (clock: Clock): RateLimiter => {
  const buckets = new Map<string, Bucket>();

  /** A bucket not used for a minute is full, the same as a missing one. */
  const forgetFull = (nowMs: number): void => {
    for (const [name, bucket] of buckets) if (nowMs - bucket.filledAtMs >= minuteMs) buckets.delete(name);
  };

  return {
    take: async (name, perMinute) => {
      const nowMs = clock.nowMs();
      if (buckets.size >= maxBuckets) forgetFull(nowMs);
      const bucket = buckets.get(name) ?? { tokens: perMinute, filledAtMs: nowMs };
      const elapsedMs = Math.max(0, nowMs - bucket.filledAtMs);
      const tokens = Math.min(perMinute, bucket.tokens + (elapsedMs * perMinute) / minuteMs);
      if (tokens < 1) {
        buckets.set(name, { tokens, filledAtMs: nowMs });
        return Math.ceil(((1 - tokens) * minuteMs) / perMinute);
      }
      buckets.set(name, { tokens: tokens - 1, filledAtMs: nowMs });
      return 0;
    },
  };
};
