import type { Database } from '../../db/index.ts';
import type { Thread } from '../thread.ts';
import { agentsBySize, changesAfter, readSequence } from './index-store.ts';
import { createLoadIndex } from './load-index.ts';
import type { SavedIndexes } from './saved-indexes.ts';
import type { SearchHandlers } from './search-thread.ts';

interface FollowDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
  /** Absent: every index is read from the database. */
  saved?: SavedIndexes;
  /** Indexes that were not used for longest are let go above this. */
  memoryLimitBytes?: number;
}

interface Loaded {
  sequence: number;
  bytes: number;
  /** Of which there are vectors. */
  models: readonly string[];
}

const warmedAgents = 10;
/** For how long an agent without any knowledge is taken at its word where other processes may add some. */
const emptyMs = 1000;

/**
 * Keeps the search thread's indexes in step with the database. Each search asks first how far the database is
 * (one row); an index that is behind is brought up to it before the search, so that what was acknowledged is
 * found, and what was deleted is not, in every process.
 */
export const createIndexFollower = ({
  db,
  thread,
  saved,
  memoryLimitBytes = 1.5 * 1024 ** 3,
}: FollowDependencies) => {
  const load = createLoadIndex({ db, thread, saved });
  /** In the order of use. */
  const loaded = new Map<string, Loaded>();
  const catchingUp = new Map<string, Promise<void>>();
  const emptySince = new Map<string, number>();

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
    // Forgotten while it is changed: if the thread breaks half-way, the next search starts over.
    loaded.delete(agentId);
    const changes = state && (await changesAfter(db.query, agentId, state.sequence));
    if (state && changes) await load.changes(agentId, changes.documentIds);
    const isSaved = state && changes ? false : await load.all(agentId);
    // What changed while it was read is applied again by the next search; applying twice is harmless.
    const { models, bytes, chunks } = await thread.call('survey', { agentId, scope: {}, withIds: false });
    loaded.set(agentId, { sequence: changes?.sequence ?? sequence, bytes, models });
    if (!isSaved) saved?.changed(agentId, chunks);
    await letGo(agentId);
  };

  const isKnownEmpty = (agentId: string, allowCachedEmpty: boolean): boolean => {
    const since = emptySince.get(agentId);
    if (since === undefined) return false;
    return db.kind === 'sqlite' || (allowCachedEmpty && performance.now() - since < emptyMs);
  };

  /**
   * Brings the agent's index up to date. Undefined: it has no knowledge at all; `allowCachedEmpty`: it had none a moment ago,
   * which spares the rounds of agents without knowledge a question each.
   */
  const ready = async (
    agentId: string,
    { allowCachedEmpty = false } = {},
  ): Promise<Pick<Loaded, 'models' | 'sequence'> | undefined> => {
    if (isKnownEmpty(agentId, allowCachedEmpty)) return undefined;
    for (;;) {
      await catchingUp.get(agentId);
      const sequence = await readSequence(db.query, agentId);
      if (sequence === undefined) {
        emptySince.set(agentId, performance.now());
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
    /** Reads the largest indexes before anybody asks: the first search should not wait for it. */
    warmUp: async (): Promise<void> => {
      const agentIds = await agentsBySize(db.query);
      await saved?.keepOnly(new Set(agentIds));
      for (const agentId of agentIds.slice(0, warmedAgents)) await ready(agentId);
    },
    /** The thread broke and its indexes are lost. */
    forgetAll: (): void => loaded.clear(),
    /** This process has just given the agent its first knowledge. */
    notEmpty: (agentId: string): void => {
      emptySince.delete(agentId);
    },
  };
};

export type IndexFollower = ReturnType<typeof createIndexFollower>;
