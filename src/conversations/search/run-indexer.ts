import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { Log } from '../../lib/log.ts';
import { createIndexer } from './indexer.ts';

/**
 * How long a change waits at most. Under load, many changes share a transaction, which costs less than a transaction for
 * each.
 */
const pollMs = 1000;
const retryMs = 10_000;
/** Between parts, so that indexing uses at most half of the time of the process. */
const shortestPauseMs = 5;
/** When what is left of deleted rounds is removed: each time the whole index is written again. */
const firstCleaningMs = 3_600_000;
const cleaningMs = 24 * 3_600_000;

/** Indexes changes as they come, and older rounds in between. */
export const createRunIndexer = ({ db, log }: { db: Database; log: Log }) => {
  const indexer = createIndexer({ db });
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const pause = (pauseMs: number): Promise<unknown> =>
    delay(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});

  let nextCleaningMs = performance.now() + firstCleaningMs;
  const clean = async (): Promise<boolean> => {
    if (performance.now() < nextCleaningMs) return false;
    if (await indexer.dropDeleted()) return true;
    nextCleaningMs = performance.now() + cleaningMs;
    return false;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      try {
        const hasMore = (await indexer.indexChanges()) || (await indexer.backfill()) || (await clean());
        const tookMs = performance.now() - startedMs;
        await pause(hasMore ? Math.max(shortestPauseMs, tookMs) : pollMs);
      } catch (err) {
        if (stopping.signal.aborted) return;
        log.error({ err }, 'indexing conversations for the search failed');
        await pause(retryMs);
      }
    }
  };

  return {
    start: (): void => {
      running = run();
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
    catchUp: indexer.catchUp,
  };
};
