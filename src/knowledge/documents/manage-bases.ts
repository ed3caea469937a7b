import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import {
  defaultBaseName,
  deleteBase,
  insertBase,
  isBaseNameTaken,
  type KnowledgeBase,
  listBases,
  listDocumentIds,
  requireBase,
  updateBase,
} from './knowledge-base-store.ts';
import { createRemoveDocuments, removedAtOnce } from './remove-documents.ts';

interface ManageDependencies {
  db: Database;
  clock: Clock;
  jobs: Jobs;
}

const isDefault = ({ name }: { name: string }): boolean => name === defaultBaseName;

const taken = (name: string): AppError =>
  new AppError('conflict', `name "${name}" is already used by another knowledge base of this agent`);

/** Calls without a knowledge base use the default one, so it must exist under its name. */
const requireOrdinary = (base: KnowledgeBase, what: string): void => {
  if (isDefault(base))
    throw new AppError('conflict', `The knowledge base ${defaultBaseName} cannot be ${what}`);
};

/** Management of knowledge bases by operators. */
export const createManageBases = ({ db, clock, jobs }: ManageDependencies) => {
  const { remove: removeDocuments, removeIn } = createRemoveDocuments({ db, jobs });

  return {
    list: (agent: Agent, page: { offset: number; limit: number }) => listBases(db.query, agent.id, page),
    require: (agent: Agent, id: string): Promise<KnowledgeBase> => requireBase(db.query, agent.id, id),
    isDefault,

    create: async (
      tx: Handle,
      { agent, name, description }: { agent: Agent; name: string; description: string },
    ): Promise<KnowledgeBase> => {
      const nowMs = clock.nowMs();
      const base = {
        id: newId(nowMs),
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        name,
        description,
        createdAtMs: nowMs,
      };
      if (!(await insertBase(tx, base))) throw taken(name);
      return base;
    },

    change: async (
      tx: Handle,
      base: KnowledgeBase,
      change: { name: string; description: string },
    ): Promise<KnowledgeBase> => {
      if (change.name !== base.name) {
        requireOrdinary(base, 'renamed');
        if (await isBaseNameTaken(tx, base.agentId, change.name)) throw taken(change.name);
      }
      await updateBase(tx, base.id, change);
      return { ...base, ...change };
    },

    /** Deletes the documents before the knowledge base, in steps, because there may be very many. */
    empty: async (agent: Agent, base: KnowledgeBase): Promise<void> => {
      requireOrdinary(base, 'deleted');
      while (true) {
        const ids = await listDocumentIds(db.query, base.id, removedAtOnce);
        if (ids.length === 0) return;
        await removeDocuments(agent, ids);
      }
    },

    /** Also deletes documents added since it was emptied. */
    remove: async (tx: Handle, base: KnowledgeBase): Promise<void> => {
      await removeIn(tx, base.agentId, await listDocumentIds(tx, base.id, removedAtOnce));
      await deleteBase(tx, base.id);
    },
  };
};
