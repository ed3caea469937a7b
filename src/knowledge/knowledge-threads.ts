import { availableParallelism } from 'node:os';
import { createThread } from '../lib/thread/thread.ts';
import type { PrepareThread } from './ingest/prepare-documents.ts';
import type { PrepareHandlers } from './ingest/prepare-thread.ts';
import { type CrawlWork, createCrawlWork } from './sources/crawl/crawl-work.ts';

/** Threads that keep nothing of one service between two calls. */
export interface KnowledgeThreads {
  /** Chunk small documents. */
  small: readonly [PrepareThread, ...PrepareThread[]];
  /** Chunks megabytes, which takes seconds in which small documents would wait. */
  long: PrepareThread;
  /** Interpret content of other servers. */
  crawl: CrawlWork;
  close(): Promise<void>;
}

/** Chunking takes less time than storing, so a few threads are enough for any number of cores. */
const smallThreads = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const startThread = (): PrepareThread =>
  createThread<PrepareHandlers>({ entry: new URL('./ingest/prepare-thread.ts', import.meta.url) });

/** The first call of each starts it. */
export const createKnowledgeThreads = (): KnowledgeThreads => {
  const others = Array.from({ length: smallThreads - 1 }, startThread);
  const small = [startThread(), ...others] as const;
  const long = startThread();
  const crawl = createCrawlWork();
  return {
    small,
    long,
    crawl,
    close: async () => {
      await crawl.close();
      await Promise.all([...small, long].map((thread) => thread.close()));
    },
  };
};
