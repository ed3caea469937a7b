import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import type { Log } from '../../lib/log.ts';
import { createIndexer } from './indexer.ts';

/** How long a change waits at most while nothing else is indexed. */
const pollMs = 1000;
const retryMs = 10_000;
/** Between the parts of the back-fill, so that it uses at most half of the time of the process. */
const shortestPauseMs = 5;

/** Indexes changes as they come, and older rounds in between. */
export const createRunIndexer = ({ db, log }: { db: Database; log: Log }) => {
  const indexer = createIndexer({ db });
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  const pause = (pauseMs: number): Promise<unknown> =>
    delay(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      try {
        const isBusy = (await indexer.indexChanges()) || (await indexer.backfill());
        const tookMs = performance.now() - startedMs;
        await pause(isBusy ? Math.max(shortestPauseMs, tookMs) : pollMs);
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
