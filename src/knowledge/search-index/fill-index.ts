import type { Database } from '../../db/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { unpackChunks } from '../postings/segment-chunks.ts';
import { pageOfSegments, type StoredSegment } from '../postings/segment-store.ts';
import { chunksByNumber, findDatabaseFile, pageOfUpload, type ServedDocument } from './index-store.ts';
import type { SearchHandlers } from './search-thread.ts';

/** Adds the chunks of known documents to the index of the thread. */
export interface FillIndex {
  /** Must be called first, because the thread may be new. */
  prepare(): Promise<void>;
  /** @param unposted served uploads without complete segments */
  withAgent(agentId: string, unposted: ReadonlySet<string>): Promise<void>;
  withDocuments(agentId: string, documents: readonly ServedDocument[]): Promise<void>;
}

interface FillDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
}

/** Blocks the thread, and so searches of other agents, for about 20 ms. */
const readAtOnce = 400;
/** Receiving a page blocks the event loop for a few milliseconds. */
const sentAtOnce = 300;
/** About a megabyte. */
const segmentsAtOnce = 1000;

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
    withDocuments: async (agentId, documents) => {
      for (const { uploadId } of documents)
        await fill(-1, (page) => thread.call('readUpload', { ...page, agentId, uploadId }));
    },
  };
};

/**
 * On PostgreSQL the rows are read here: the lengths of all chunks by segment, and the terms of chunks whose postings
 * are in no run yet, or that have no segments.
 */
const createSendingFill = ({ db, thread }: FillDependencies): FillIndex => {
  const addUpload = async (agentId: string, uploadId: string): Promise<void> => {
    for (let after: number | undefined = -1; after !== undefined; ) {
      const { chunks, next }: Awaited<ReturnType<typeof pageOfUpload>> = await pageOfUpload(
        db.query,
        uploadId,
        after,
        sentAtOnce,
      );
      await thread.call('addChunks', { agentId, chunks });
      after = next;
    }
  };

  const addChunksOf = async (agentId: string, segments: readonly StoredSegment[]): Promise<void> => {
    const served = new Set(
      await thread.call('servedAmong', {
        agentId,
        uploads: segments.map(({ documentId, uploadId }) => ({ documentId, uploadId })),
      }),
    );
    const numbers = segments
      .filter(({ uploadId }) => served.has(uploadId))
      .flatMap(({ chunks }) => unpackChunks(chunks).map(({ number }) => number));
    for (let at = 0; at < numbers.length; at += sentAtOnce) {
      const chunks = await chunksByNumber(db.query, numbers.slice(at, at + sentAtOnce));
      await thread.call('addChunks', { agentId, chunks });
    }
  };

  const addSegments = async (
    agentId: string,
    where: Parameters<typeof pageOfSegments>[1],
    unposted: ReadonlySet<string>,
  ): Promise<void> => {
    for (let after = 0; ; ) {
      const page = await pageOfSegments(db.query, where, { after, limit: segmentsAtOnce });
      const usable = page.filter(({ uploadId }) => !unposted.has(uploadId));
      const stored = usable.filter(({ isStored }) => isStored);
      const unstored = usable.filter(({ isStored }) => !isStored);
      if (stored.length > 0) await thread.call('addSegments', { agentId, segments: stored });
      if (unstored.length > 0) await addChunksOf(agentId, unstored);
      if (page.length < segmentsAtOnce) return;
      after = page.at(-1)!.number;
    }
  };

  const addIncomplete = async (agentId: string, documentIds?: string[]): Promise<void> => {
    for (const uploadId of await thread.call('takeIncomplete', { agentId, documentIds }))
      await addUpload(agentId, uploadId);
  };

  return {
    prepare: async () => {},
    withAgent: async (agentId, unposted) => {
      await addSegments(agentId, { agentId }, unposted);
      await addIncomplete(agentId);
    },
    withDocuments: async (agentId, documents) => {
      const uploadIds = documents.filter(({ isPosted }) => isPosted).map(({ uploadId }) => uploadId);
      if (uploadIds.length > 0) await addSegments(agentId, { uploadIds }, new Set());
      await addIncomplete(
        agentId,
        documents.map(({ id }) => id),
      );
    },
  };
};

export const createFillIndex = (dependencies: FillDependencies): FillIndex =>
  dependencies.db.kind === 'sqlite' ? createReadingFill(dependencies) : createSendingFill(dependencies);
