import { createFairQueue, type FairOwner } from '../../../lib/fair-queue.ts';
import { createThread, type Thread } from '../../../lib/thread/thread.ts';
import type { CrawlHandlers } from './crawl-thread.ts';

/** A page or pattern took too long, or more memory than allowed. */
export class CrawlWorkError extends Error {
  override readonly name = 'CrawlWorkError';
}

type Name = keyof CrawlHandlers;
type Input<Of extends Name> = Parameters<CrawlHandlers[Of]>[0];
type Result<Of extends Name> = Awaited<ReturnType<CrawlHandlers[Of]>>;

const memoryLimitMb = 256;
const startLimitMs = 60_000;

/** Calls of the crawl threads, each limited in time and memory, shared fairly between workspaces. */
export const createCrawlWork = ({ timeoutMs = 10_000, threads = 2 } = {}) => {
  const idle: Thread<CrawlHandlers>[] = [];
  const busy = new Set<Thread<CrawlHandlers>>();
  const ended = new WeakSet<Thread<CrawlHandlers>>();
  const queue = createFairQueue({ concurrency: threads });
  const start = (): Thread<CrawlHandlers> =>
    createThread<CrawlHandlers>({ entry: new URL('./crawl-thread.ts', import.meta.url), memoryLimitMb });

  /** Ends the thread if the call takes longer. */
  const within = async <Value>(
    thread: Thread<CrawlHandlers>,
    limitMs: number,
    call: () => Promise<Value>,
  ): Promise<Value> => {
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      ended.add(thread);
      // The pending call is rejected when the thread has ended.
      void thread.close();
    }, limitMs);
    try {
      return await call();
    } catch (error) {
      throw new CrawlWorkError(isTimedOut ? 'took too long' : (error as Error).message, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  };

  const callOnce = async <Of extends Name>(name: Of, input: Input<Of>): Promise<Result<Of>> => {
    const thread = idle.pop() ?? start();
    busy.add(thread);
    try {
      // On a busy machine a thread may take seconds to start, which says nothing about the page.
      await within(thread, startLimitMs, () => thread.call('ready', undefined as never));
      return await within(thread, timeoutMs, () => thread.call(name, input as never) as Promise<Result<Of>>);
    } finally {
      busy.delete(thread);
      if (!ended.has(thread)) idle.push(thread);
    }
  };

  return {
    call: <Of extends Name>(owner: FairOwner, name: Of, input: Input<Of>): Promise<Result<Of>> =>
      queue.run({ owner, isBackground: true }, () => callOnce(name, input)),
    close: async (): Promise<void> => {
      queue.close(new Error('The service is stopping'));
      await Promise.all([...idle, ...busy].map((thread) => thread.close()));
    },
  };
};

export type CrawlWork = ReturnType<typeof createCrawlWork>;
