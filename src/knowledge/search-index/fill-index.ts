import type { Database } from '../../db/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { findDatabaseFile, pageOfAgent, pageOfUpload } from './index-store.ts';
import type { SearchHandlers } from './search-thread.ts';

/** Adds the chunks of known documents to the index of the thread. */
export interface FillIndex {
  /** Must be called first, because the thread may be new. */
  prepare(): Promise<void>;
  withAgent(agentId: string): Promise<void>;
  withUpload(agentId: string, uploadId: string): Promise<void>;
}

interface FillDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
}

/** Blocks the thread, and so searches of other agents, for about 20 ms. */
const readAtOnce = 400;
/** Receiving a page blocks the event loop for a few milliseconds. */
const sentAtOnce = 300;

/** On SQLite the thread reads the pages itself. */
const createReadingFill = ({ db, thread }: FillDependencies): FillIndex => {
  let file: Promise<string> | undefined;

  const fill = async (
    first: number,
    read: (page: { after: number; limit: number }) => Promise<number | undefined>,
  ): Promise<void> => {
    for (let next: number | undefined = first; next !== undefined; )
      next = await read({ after: next, limit: readAtOnce });
  };

  return {
    prepare: async () => {
      file ??= findDatabaseFile(db.query);
      await thread.call('open', { file: await file });
    },
    withAgent: (agentId) => fill(0, (page) => thread.call('readAgent', { ...page, agentId })),
    withUpload: (agentId, uploadId) =>
      fill(-1, (page) => thread.call('readUpload', { ...page, agentId, uploadId })),
  };
};

/** On PostgreSQL the pages are read here: the next one while the thread adds the last. */
const createSendingFill = ({ db, thread }: FillDependencies): FillIndex => {
  const fill = async (
    agentId: string,
    first: number,
    read: (after: number) => ReturnType<typeof pageOfAgent>,
  ): Promise<void> => {
    let page = await read(first);
    for (;;) {
      const adding = thread.call('addChunks', { agentId, chunks: page.chunks });
      const reading = page.next === undefined ? undefined : read(page.next);
      // Avoids an unhandled rejection of this read if adding fails.
      reading?.catch(() => {});
      await adding;
      if (!reading) return;
      page = await reading;
    }
  };

  return {
    prepare: async () => {},
    withAgent: (agentId) => fill(agentId, 0, (after) => pageOfAgent(db.query, agentId, after, sentAtOnce)),
    withUpload: (agentId, uploadId) =>
      fill(agentId, -1, (after) => pageOfUpload(db.query, uploadId, after, sentAtOnce)),
  };
};

export const createFillIndex = (dependencies: FillDependencies): FillIndex =>
  dependencies.db.kind === 'sqlite' ? createReadingFill(dependencies) : createSendingFill(dependencies);
