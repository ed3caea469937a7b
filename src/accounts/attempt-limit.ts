import type { Clock } from '../lib/clock.ts';

interface AttemptLimitOptions {
  clock: Clock;
  /** So many attempts may follow each other at once. */
  burst: number;
  /** One more is granted each time this has passed. */
  refillMs: number;
  /** Keys come from strangers: more of them than this are not remembered, oldest first. */
  maxKeys?: number;
}

interface Bucket {
  left: number;
  countedAtMs: number;
}

/** A bucket of attempts per key, in memory: guessing is slowed down, and a restart forgives. */
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
    /** Seconds to wait, or 0 when the attempt may go on. An attempt counts from its start, so that parallel guesses do not slip by. */
    take: (key: string): number => {
      const bucket = current(key);
      if (bucket.left < 1)
        return Math.max(1, Math.ceil((bucket.countedAtMs + refillMs - clock.nowMs()) / 1000));
      store(key, { ...bucket, left: bucket.left - 1 });
      return 0;
    },
    /** It was no guess: everything is granted again. */
    forgive: (key: string): void => void buckets.delete(key),
    /** It was no guess: this one attempt is granted again. */
    giveBack: (key: string): void => {
      const bucket = current(key);
      store(key, { ...bucket, left: Math.min(burst, bucket.left + 1) });
    },
  };
};
