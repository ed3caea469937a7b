import type { Clock } from '../lib/clock.ts';

interface AttemptLimitOptions {
  clock: Clock;
  /** Burst size. */
  burst: number;
  /** Interval after which one more attempt is allowed. */
  refillMs: number;
  /** Maximum number of stored keys, because strangers create them. The oldest are dropped. */
  maxKeys?: number;
}

interface Bucket {
  left: number;
  countedAtMs: number;
}

/** A token bucket per key, in memory. A restart resets it. */
export const createAttemptLimit = ({ clock, burst, refillMs, maxKeys = 10_000 }: AttemptLimitOptions) => {
  const buckets = new Map<string, Bucket>();

  const current = (key: string): Bucket => {
    const nowMs = clock.nowMs();
    const known = buckets.get(key);
    if (!known) return { left: burst, countedAtMs: nowMs };
    const grants = Math.floor((nowMs - known.countedAtMs) / refillMs);
    return { left: Math.min(burst, known.left + grants), countedAtMs: known.countedAtMs + grants * refillMs };
  };

  const store = (key: string, bucket: Bucket): void => {
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value!);
  };

  return {
    /** Seconds to wait, or 0 if the attempt may continue. Counts from the start, so that parallel guesses count. */
    take: (key: string): number => {
      const bucket = current(key);
      if (bucket.left < 1)
        return Math.max(1, Math.ceil((bucket.countedAtMs + refillMs - clock.nowMs()) / 1000));
      store(key, { ...bucket, left: bucket.left - 1 });
      return 0;
    },
    /** It was not a guess: resets the limit of the key. */
    clear: (key: string): void => void buckets.delete(key),
    /** It was not a guess: returns this one attempt. */
    refund: (key: string): void => {
      const bucket = current(key);
      store(key, { ...bucket, left: Math.min(burst, bucket.left + 1) });
    },
  };
};
