import { createFairQueue, type FairOwner } from '../../../lib/fair-queue.ts';
import { createThread, type Thread } from '../../thread.ts';
import type { CrawlHandlers } from './crawl-thread.ts';

/** A page or pattern took too long, or more memory than allowed. */
export class CrawlWorkError extends Error {
  override readonly name = 'CrawlWorkError';
}

type Name = keyof CrawlHandlers;
type Input<Of extends Name> = Parameters<CrawlHandlers[Of]>[0];
type Result<Of extends Name> = Awaited<ReturnType<CrawlHandlers[Of]>>;

const memoryLimitMb = 256;

/** Calls of the crawl threads, each limited in time and memory, shared fairly between workspaces. */
export const createCrawlWork = ({ timeoutMs = 10_000, threads = 2 } = {}) => {
  const idle: Thread<CrawlHandlers>[] = [];
  const busy = new Set<Thread<CrawlHandlers>>();
  const queue = createFairQueue({ concurrency: threads });
  const start = (): Thread<CrawlHandlers> =>
    createThread<CrawlHandlers>({ entry: new URL('./crawl-thread.ts', import.meta.url), memoryLimitMb });

  const callOnce = async <Of extends Name>(name: Of, input: Input<Of>): Promise<Result<Of>> => {
    const thread = idle.pop() ?? start();
    busy.add(thread);
    let isTimedOut = false;
    const timer = setTimeout(() => {
      isTimedOut = true;
      // The pending call is rejected when the thread has ended.
      void thread.close();
    }, timeoutMs);
    try {
      return (await thread.call(name, input as never)) as Result<Of>;
    } catch (error) {
      throw new CrawlWorkError(isTimedOut ? 'took too long' : (error as Error).message, { cause: error });
    } finally {
      clearTimeout(timer);
      busy.delete(thread);
      if (!isTimedOut) idle.push(thread);
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
