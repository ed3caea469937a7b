import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import type { Thread } from '../lib/thread/thread.ts';
import type { IndexedCorrection } from './correction-index.ts';
import { type CorrectionState, findState, type IndexedRow, listChanged } from './correction-store.ts';
import type { CorrectionHandlers } from './correction-thread.ts';

interface FollowDependencies {
  db: Database;
  clock: Clock;
  thread: Thread<CorrectionHandlers>;
}

interface Loaded {
  revision: number;
  size: number;
  models: readonly string[];
}

/** Maximum delay until a change of another process is used. Our own is used at once. */
const keepMs = 1000;
const mostCached = 10_000;
/** Rows in one read: a few milliseconds, so that the event loop is not blocked. */
const rowsAtOnce = 250;
/** Corrections in memory, about 2 KB each. The agents that were not used for the longest time are dropped. */
const mostLoaded = 100_000;

const indexed = (row: IndexedRow): IndexedCorrection => ({
  id: row.id,
  knowledgeBaseId: row.knowledge_base_id,
  question: row.question,
  isEnabled: row.is_enabled === 1,
  model: row.model,
  // A copy, because the bytes may be part of a larger buffer at any offset.
  vector: row.vector === null ? null : new Float32Array(new Uint8Array(row.vector).buffer),
  confidence: row.confidence ?? 0,
});

/** Keeps the corrections in the thread consistent with the database. Agents without corrections cost no query. */
export const createFollowCorrections = ({ db, clock, thread }: FollowDependencies) => {
  const states = createShortLivedCache<CorrectionState>({
    clock,
    // SQLite has only this process, which is told of every change.
    keepMs: db.kind === 'sqlite' ? Number.POSITIVE_INFINITY : keepMs,
    maxEntries: mostCached,
  });
  /** In order of use. */
  const loaded = new Map<string, Loaded>();
  const loading = new Map<string, Promise<Loaded>>();

  const readState = (agentId: string): Promise<CorrectionState | undefined> =>
    states.get(
      agentId,
      async () => (await findState(db.query, agentId)) ?? { revision: 0, correction_count: 0 },
    );

  const read = async (agentId: string, from: Loaded): Promise<Loaded> => {
    let { size, models } = from;
    let revision = from.revision;
    // After every id: rows of this revision are known.
    for (let afterId = '~'; ; ) {
      const rows = await listChanged(db.query, agentId, {
        afterRevision: revision,
        afterId,
        limit: rowsAtOnce,
      });
      if (rows.length > 0) {
        ({ size, models } = await thread.call('put', { agentId, corrections: rows.map(indexed) }));
        const last = rows.at(-1)!;
        revision = last.revision;
        afterId = last.id;
      }
      if (rows.length < rowsAtOnce) return { revision, size, models };
    }
  };

  const readAll = async (agentId: string): Promise<Loaded> => {
    await thread.call('drop', { agentId });
    return read(agentId, { revision: 0, size: 0, models: [] });
  };

  const dropOthers = async (inUse: string): Promise<void> => {
    let total = [...loaded.values()].reduce((sum, { size }) => sum + size, 0);
    for (const [agentId, { size }] of Array.from(loaded)) {
      if (total <= mostLoaded) return;
      if (agentId === inUse || loading.has(agentId)) continue;
      loaded.delete(agentId);
      total -= size;
      await thread.call('drop', { agentId });
    }
  };

  const load = async (agentId: string, state: CorrectionState): Promise<Loaded> => {
    const known = loaded.get(agentId);
    // Removed during the update: if the thread ends meanwhile, the next search starts over.
    loaded.delete(agentId);
    const updated = known && (await read(agentId, known));
    // Every other change was read, so a different number means that some were deleted.
    const now = updated?.size === state.correction_count ? updated : await readAll(agentId);
    // Not the newest revision that was read: a deletion between both is noticed by the next comparison only.
    const result = { ...now, revision: state.revision };
    loaded.set(agentId, result);
    await dropOthers(agentId);
    return result;
  };

  return {
    count: async (agentId: string): Promise<number> => (await readState(agentId))!.correction_count,
    /** The embedding models of the agent's corrections after an update. Undefined if it has no corrections. */
    ready: async (agentId: string): Promise<readonly string[] | undefined> => {
      for (;;) {
        const state = await readState(agentId);
        if (!state || state.correction_count === 0) return undefined;
        const known = loaded.get(agentId);
        if (known && known.revision >= state.revision) {
          loaded.delete(agentId);
          loaded.set(agentId, known);
          return known.models;
        }
        const running = loading.get(agentId);
        if (running) {
          await running.catch(() => undefined);
          continue;
        }
        const work = load(agentId, state).finally(() => loading.delete(agentId));
        loading.set(agentId, work);
        return (await work).models;
      }
    },
    /** This process has changed the agent's corrections. */
    changed: (agentId: string): void => states.forget(agentId),
    /** The thread ended and its corrections are lost. */
    forgetAll: (): void => loaded.clear(),
  };
};

export type FollowCorrections = ReturnType<typeof createFollowCorrections>;
