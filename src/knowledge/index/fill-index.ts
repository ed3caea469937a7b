import { sql } from 'kysely';
import type { Database } from '../../db/index.ts';
import type { Thread } from '../thread.ts';
import { pageOfAgent, pageOfUpload } from './index-store.ts';
import type { SearchHandlers } from './search-thread.ts';

/** Puts the chunks of documents that the thread knows into its index; each gives the index's size in bytes. */
export interface FillIndex {
  withAgent(agentId: string): Promise<number>;
  withUpload(agentId: string, uploadId: string): Promise<number>;
}

interface FillDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
}

/** Some 20 ms of the thread, for which the searches of other agents wait. */
const readAtOnce = 400;
/** Taking a page takes a few milliseconds of the event loop. */
const sentAtOnce = 200;

/** On SQLite the thread reads by itself and is only told how far. */
const createReadingFill = ({ db, thread }: FillDependencies): FillIndex => {
  let file: Promise<string> | undefined;

  const findFile = async (): Promise<string> => {
    const { rows } = await sql<{
      file: string;
    }>`select file from pragma_database_list where name = 'main'`.execute(db.query);
    return rows[0]!.file;
  };

  const fill = async (
    first: number,
    read: (page: { file: string; after: number; limit: number }) => Promise<{ bytes: number; next?: number }>,
  ): Promise<number> => {
    file ??= findFile();
    for (let after = first; ; ) {
      const { bytes, next } = await read({ file: await file, after, limit: readAtOnce });
      if (next === undefined) return bytes;
      after = next;
    }
  };

  return {
    withAgent: (agentId) => fill(0, (page) => thread.call('readAgent', { ...page, agentId })),
    withUpload: (agentId, uploadId) =>
      fill(-1, (page) => thread.call('readUpload', { ...page, agentId, uploadId })),
  };
};

/** On PostgreSQL the pages are read here, the next one while the thread adds the last. */
const createSendingFill = ({ db, thread }: FillDependencies): FillIndex => {
  const fill = async (
    agentId: string,
    first: number,
    read: (after: number) => ReturnType<typeof pageOfAgent>,
  ): Promise<number> => {
    let page = await read(first);
    for (;;) {
      const adding = thread.call('addChunks', { agentId, chunks: page.chunks });
      const reading = page.next === undefined ? undefined : read(page.next);
      // Awaited apart: when adding fails, nobody is left to hear of a failed reading.
      reading?.catch(() => {});
      const { bytes } = await adding;
      if (!reading) return bytes;
      page = await reading;
    }
  };

  return {
    withAgent: (agentId) => fill(agentId, 0, (after) => pageOfAgent(db.query, agentId, after, sentAtOnce)),
    withUpload: (agentId, uploadId) =>
      fill(agentId, -1, (after) => pageOfUpload(db.query, uploadId, after, sentAtOnce)),
  };
};

export const createFillIndex = (dependencies: FillDependencies): FillIndex =>
  dependencies.db.kind === 'sqlite' ? createReadingFill(dependencies) : createSendingFill(dependencies);
