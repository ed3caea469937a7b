import type { Database } from '../../db/index.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { agentsBySize, changesAfter, readChunkCount, readSequence } from './index-store.ts';
import { createLoadIndex } from './load-index.ts';
import type { SavedIndexes } from './saved-indexes.ts';
import type { SearchHandlers } from './search-thread.ts';

interface FollowDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
  /** If absent, every index is read from the database. */
  saved?: SavedIndexes;
  /** Above this the least recently used indexes are dropped. */
  memoryLimitBytes?: number;
}

interface Loaded {
  sequence: number;
  bytes: number;
  /** Models with vectors in the index. */
  models: readonly string[];
}

/** On PostgreSQL an index has no postings and no vectors. */
const defaultLimitBytes = { sqlite: 1.5 * 1024 ** 3, postgres: 200 * 1024 ** 2 };
const warmedAgents = 10;
/** How long "no knowledge" is cached for an agent if other processes may add some. */
const emptyMs = 1000;

/**
 * Keeps the indexes of the search thread consistent with the database. Each search first reads the sequence of the
 * database (one row). An index that is behind is updated before the search, so that in every process acknowledged
 * documents are found and deleted ones are not.
 */
export const createIndexFollower = ({
  db,
  thread,
  saved,
  memoryLimitBytes = defaultLimitBytes[db.kind],
}: FollowDependencies) => {
  const load = createLoadIndex({ db, thread, saved });
  /** In order of use. */
  const loaded = new Map<string, Loaded>();
  const catchingUp = new Map<string, Promise<void>>();
  const emptySince = new Map<string, number>();
  /** How often this process has added the first knowledge of an agent. */
  let additions = 0;

  const letGo = async (inUse: string): Promise<void> => {
    let total = [...loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [agentId, { bytes }] of Array.from(loaded)) {
      if (total <= memoryLimitBytes) return;
      if (agentId === inUse || catchingUp.has(agentId)) continue;
      loaded.delete(agentId);
      total -= bytes;
      await thread.call('drop', { agentId });
    }
  };

  const catchUp = async (agentId: string, sequence: number): Promise<void> => {
    const state = loaded.get(agentId);
    // Removed during the update: if the thread crashes meanwhile, the next search starts over.
    loaded.delete(agentId);
    const changes = state && (await changesAfter(db.query, agentId, state.sequence));
    if (state && changes) await load.changes(agentId, changes.documentIds);
    const isSaved = state && changes ? false : await load.all(agentId);
    // The next search applies changes made during the read again, which is idempotent.
    const { models, bytes, chunks } = await thread.call('survey', { agentId, scope: {}, withIds: false });
    loaded.set(agentId, { sequence: changes?.sequence ?? sequence, bytes, models });
    if (!isSaved) saved?.changed(agentId, chunks);
    await letGo(agentId);
  };

  /** Does nothing if this process has added knowledge since the read began, because the read may not have seen it. */
  const noteEmpty = (agentId: string, additionsBeforeRead: number): void => {
    if (additions === additionsBeforeRead) emptySince.set(agentId, performance.now());
  };

  const isKnownEmpty = (agentId: string, allowCachedEmpty: boolean): boolean => {
    const since = emptySince.get(agentId);
    if (since === undefined) return false;
    return db.kind === 'sqlite' || (allowCachedEmpty && performance.now() - since < emptyMs);
  };

  /**
   * Updates the agent's index. Undefined if it has no knowledge. `allowCachedEmpty`: a recent "no knowledge" is enough,
   * which saves a query per round of agents without knowledge.
   */
  const ready = async (
    agentId: string,
    { allowCachedEmpty = false } = {},
  ): Promise<Pick<Loaded, 'models' | 'sequence'> | undefined> => {
    if (isKnownEmpty(agentId, allowCachedEmpty)) return undefined;
    for (;;) {
      await catchingUp.get(agentId);
      const additionsBefore = additions;
      const sequence = await readSequence(db.query, agentId);
      if (sequence === undefined) {
        noteEmpty(agentId, additionsBefore);
        return undefined;
      }
      emptySince.delete(agentId);
      const state = loaded.get(agentId);
      if (state && state.sequence >= sequence) {
        loaded.delete(agentId);
        loaded.set(agentId, state);
        return state;
      }
      if (catchingUp.has(agentId)) continue;
      const work = catchUp(agentId, sequence).finally(() => catchingUp.delete(agentId));
      catchingUp.set(
        agentId,
        work.catch(() => {}),
      );
      await work;
    }
  };

  return {
    ready,
    /** Chunks of all documents. If the agent never had any, a search that follows need not read this again. */
    countChunks: async (agentId: string): Promise<number> => {
      const additionsBefore = additions;
      const count = await readChunkCount(db.query, agentId);
      if (count === undefined) noteEmpty(agentId, additionsBefore);
      return count ?? 0;
    },
    /** Words of documents were added to the index. */
    grown: async (agentId: string): Promise<void> => {
      const { bytes } = await thread.call('size', { agentId });
      const state = loaded.get(agentId);
      if (!state) return;
      loaded.set(agentId, { ...state, bytes });
      await letGo(agentId);
    },
    /** Loads the largest indexes in advance, so that the first search does not wait for them. */
    warmUp: async (): Promise<void> => {
      const agentIds = await agentsBySize(db.query);
      await saved?.keepOnly(new Set(agentIds));
      for (const agentId of agentIds.slice(0, warmedAgents)) await ready(agentId);
    },
    /** The thread crashed and its indexes are lost. */
    forgetAll: (): void => loaded.clear(),
    /** This process has just added the agent's first knowledge. */
    notEmpty: (agentId: string): void => {
      additions += 1;
      emptySince.delete(agentId);
    },
  };
};

export type IndexFollower = ReturnType<typeof createIndexFollower>;
