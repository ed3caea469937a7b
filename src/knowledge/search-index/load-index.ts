import type { Database } from '../../db/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import type { IndexedDocument } from './document-table.ts';
import { createFillIndex } from './fill-index.ts';
import { pageOfDocuments, type ServedDocument, servedAmong } from './index-store.ts';
import type { SavedIndexes } from './saved-indexes.ts';
import type { SearchHandlers } from './search-thread.ts';

interface LoadDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
  /** If absent, every index is read from the database. */
  saved?: SavedIndexes;
}

const documentsAtOnce = 500;

const toIndexed = ({
  sequence: _sequence,
  isPosted: _isPosted,
  ...document
}: ServedDocument): IndexedDocument => document;

/** Loads the served content of an agent into the index of the search thread. */
export const createLoadIndex = ({ db, thread, saved }: LoadDependencies) => {
  const fill = createFillIndex({ db, thread });

  const addAll = async (agentId: string, documents: readonly ServedDocument[]): Promise<void> => {
    await thread.call('addDocuments', { agentId, documents: documents.map(toIndexed) });
    await fill.withDocuments(agentId, documents);
  };

  const eachPage = async (
    agentId: string,
    visit: (documents: ServedDocument[]) => Promise<void>,
  ): Promise<void> => {
    for (let after = 0; ; ) {
      const documents = await pageOfDocuments(db.query, agentId, after, documentsAtOnce);
      await visit(documents);
      if (documents.length < documentsAtOnce) return;
      after = documents.at(-1)!.sequence;
    }
  };

  /** Updates a saved index to the served content. True if it was up to date already. */
  const renew = async (agentId: string): Promise<boolean> => {
    const outdated: ServedDocument[] = [];
    const documentIds = new Set<string>();
    await eachPage(agentId, async (documents) => {
      for (const { id } of documents) documentIds.add(id);
      const ids = new Set(await thread.call('outdated', { agentId, documents: documents.map(toIndexed) }));
      outdated.push(...documents.filter(({ id }) => ids.has(id)));
    });
    const others = await thread.call('keepOnly', { agentId, documentIds });
    await addAll(agentId, outdated);
    return others === 0 && outdated.length === 0;
  };

  return {
    /** Whether the index now equals its file. */
    all: async (agentId: string): Promise<boolean> => {
      await fill.prepare();
      await thread.call('drop', { agentId });
      if (await saved?.restore(agentId)) return renew(agentId);
      const unposted = new Set<string>();
      await eachPage(agentId, async (documents) => {
        for (const { isPosted, uploadId } of documents) if (!isPosted) unposted.add(uploadId);
        await thread.call('addDocuments', { agentId, documents: documents.map(toIndexed) });
      });
      await fill.withAgent(agentId, unposted);
      return false;
    },
    changes: async (agentId: string, documentIds: string[]): Promise<void> => {
      await thread.call('remove', { agentId, documentIds });
      for (let at = 0; at < documentIds.length; at += documentsAtOnce) {
        const ids = documentIds.slice(at, at + documentsAtOnce);
        await addAll(agentId, await servedAmong(db.query, agentId, ids));
      }
    },
  };
};
