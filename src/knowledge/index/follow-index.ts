import type { Database } from '../../db/index.ts';
import type { Thread } from '../thread.ts';
import type { IndexedDocument } from './chunk-table.ts';
import { createFillIndex } from './fill-index.ts';
import {
  changesAfter,
  largestAgents,
  pageOfDocuments,
  readSequence,
  type ServedDocument,
  servedAmong,
} from './index-store.ts';
import type { SearchHandlers } from './search-thread.ts';

interface FollowDependencies {
  db: Database;
  thread: Thread<SearchHandlers>;
  /** Indexes that were not used for longest are let go above this. */
  memoryLimitBytes?: number;
}

interface Loaded {
  sequence: number;
  bytes: number;
  /** Of which there are vectors. */
  models: readonly string[];
}

const documentsAtOnce = 500;
/** Smaller ones are read within some milliseconds when they are first searched. */
const warmedAbove = 2000;
const warmedAgents = 10;
/** For how long an agent without any knowledge is taken at its word where other processes may add some. */
const emptyMs = 1000;

const toIndexed = ({ sequence: _sequence, ...document }: ServedDocument): IndexedDocument => document;

/**
 * Keeps the search thread's indexes in step with the database. Each search asks first how far the database is
 * (one row); an index that is behind is brought up to it before the search, so that what was acknowledged is
 * found, and what was deleted is not, in every process.
 */
export const createIndexFollower = ({
  db,
  thread,
  memoryLimitBytes = 1.5 * 1024 ** 3,
}: FollowDependencies) => {
  const fill = createFillIndex({ db, thread });
  /** In the order of use. */
  const loaded = new Map<string, Loaded>();
  const catchingUp = new Map<string, Promise<void>>();
  const emptySince = new Map<string, number>();

  const addUpload = async (agentId: string, document: ServedDocument): Promise<number> => {
    await thread.call('addDocuments', { agentId, documents: [toIndexed(document)] });
    return fill.withUpload(agentId, document.uploadId);
  };

  const loadAll = async (agentId: string): Promise<number> => {
    await thread.call('drop', { agentId });
    for (let after = 0; ; ) {
      const documents = await pageOfDocuments(db.query, agentId, after, documentsAtOnce);
      await thread.call('addDocuments', { agentId, documents: documents.map(toIndexed) });
      if (documents.length < documentsAtOnce) break;
      after = documents.at(-1)!.sequence;
    }
    return fill.withAgent(agentId);
  };

  const applyChanges = async (agentId: string, documentIds: string[], bytes: number): Promise<number> => {
    await thread.call('remove', { agentId, documentIds });
    let grown = bytes;
    for (let at = 0; at < documentIds.length; at += documentsAtOnce) {
      const ids = documentIds.slice(at, at + documentsAtOnce);
      for (const document of await servedAmong(db.query, agentId, ids))
        grown = await addUpload(agentId, document);
    }
    return grown;
  };

  const letGo = async (inUse: string): Promise<void> => {
    let total = [...loaded.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    for (const [agentId, { bytes }] of [...loaded]) {
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
    const bytes =
      state && changes
        ? await applyChanges(agentId, changes.documentIds, state.bytes)
        : await loadAll(agentId);
    // What changed while it was read is applied again by the next search; applying twice is harmless.
    const { models } = await thread.call('survey', { agentId, scope: {}, withIds: false });
    loaded.set(agentId, { sequence: changes?.sequence ?? sequence, bytes, models });
    await letGo(agentId);
  };

  const isKnownEmpty = (agentId: string): boolean => {
    const since = emptySince.get(agentId);
    return since !== undefined && (db.kind === 'sqlite' || performance.now() - since < emptyMs);
  };

  /** Brings the agent's index up to date. Undefined: it has no knowledge at all. */
  const ready = async (agentId: string): Promise<Pick<Loaded, 'models'> | undefined> => {
    if (isKnownEmpty(agentId)) return undefined;
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
      for (const agentId of await largestAgents(db.query, { above: warmedAbove, limit: warmedAgents }))
        await ready(agentId);
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
