import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { addHits } from './correction-store.ts';

const flushEveryMs = 5_000;

/**
 * Counts how often corrections are used. The counts are written together every few seconds: a popular correction would
 * otherwise be one row that every round waits for. A process that dies loses the counts of its last seconds.
 */
export const createCountHits = ({ db, clock, log }: { db: Database; clock: Clock; log: Log }) => {
  let counted = new Map<string, { count: number; lastHitAtMs: number }>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    if (counted.size === 0) return;
    const hits = counted;
    counted = new Map();
    try {
      await db.transaction(async (tx) => {
        // In one order, so that two processes do not wait for each other.
        for (const [id, hit] of [...hits].sort(([a], [b]) => (a < b ? -1 : 1))) await addHits(tx, id, hit);
      });
    } catch (err) {
      log.warn({ err }, 'the hits of corrections could not be counted');
    }
  };

  return {
    count: (id: string): void => {
      const before = counted.get(id)?.count ?? 0;
      counted.set(id, { count: before + 1, lastHitAtMs: clock.nowMs() });
      timer ??= setTimeout(() => void flush(), flushEveryMs).unref();
    },
    flush,
  };
};
