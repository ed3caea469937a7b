import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import { type Agent, type SavedBy, toSummary, unknownSaver } from './agent.ts';
import { completeSettings } from './agent-settings.ts';
import { createAgentChanges } from './change-agent.ts';
import { decryptSettings, encryptSettings } from './encrypted-settings.ts';
import { deleteImages } from './images/image-store.ts';
import {
  type AgentPage,
  type AgentRow,
  findAgent,
  insertAgent,
  listAgents,
  markAgentDeleted,
  revealAgent,
} from './store.ts';
import { saveVersion } from './versions/save-version.ts';
import { deleteAllVersions, findVersion, listVersions, setNote } from './versions/version-store.ts';

/** Maximum delay until another process's change is used. Our own is used at once. */
const keepMs = 1000;
const maxCached = 10_000;

interface AgentsDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  /** The default knowledge base of every agent. */
  createDefaultBase(
    tx: Handle,
    agent: { workspaceId: string; agentId: string; nowMs: number },
  ): Promise<void>;
}

export const createAgents = ({ db, clock, encryption, createDefaultBase }: AgentsDependencies) => {
  const toAgent = (row: AgentRow): Agent => ({
    ...toSummary(row),
    settings: decryptSettings(row, encryption),
  });
  const cache = createShortLivedCache<Agent>({ clock, keepMs, maxEntries: maxCached });

  /** An unchanged version keeps its object, so settings are decrypted once and caches by object stay valid. */
  const readAgent =
    (id: string) =>
    async (last: Agent | undefined): Promise<Agent | undefined> => {
      const row = await findAgent(db.query, id);
      if (!row) return undefined;
      if (last?.version !== row.version) return toAgent(row);
      const summary = toSummary(row);
      const isSame = (Object.keys(summary) as (keyof typeof summary)[]).every(
        (field) => summary[field] === last[field],
      );
      return isSame ? last : { ...summary, settings: last.settings };
    };

  /** `agent` with the name and settings of one of its versions. */
  const readVersionIn = async (db: Handle, agent: Agent, version: number): Promise<Agent> => {
    if (version === agent.version) return agent;
    const row = await findVersion(db, agent.id, version);
    if (!row) throw new AppError('notFound', `The agent has no version ${version}`);
    const settings = decryptSettings({ ...row, id: agent.id }, encryption);
    return { ...agent, name: row.name, version, settings };
  };

  /** The state that operators edit: the draft, or the version in use if there is none. */
  const withDraft = async (db: Handle, agent: Agent | undefined): Promise<Agent | undefined> =>
    agent && agent.draftVersion !== null ? readVersionIn(db, agent, agent.draftVersion) : agent;

  const changes = createAgentChanges({
    clock,
    encryption,
    readVersionIn,
    forget: (agentId) => cache.forget(agentId),
  });

  /** Part of the caller's transaction, so that an agent never exists without its other rows. */
  const create = async (
    tx: Handle,
    input: { workspaceId: string; name: string; kind?: 'simple' | 'flow'; settings?: unknown },
    saved: SavedBy = unknownSaver,
    /** `isHidden`: as a deleted agent, until `reveal`. */
    { isHidden = false }: { isHidden?: boolean } = {},
  ): Promise<Agent> => {
    const nowMs = clock.nowMs();
    const id = newId(nowMs);
    const settings = completeSettings(structuredClone(input.settings));
    const row: AgentRow = {
      id,
      workspace_id: input.workspaceId,
      name: input.name,
      kind: input.kind ?? 'simple',
      api_enabled: 1,
      settings: encryptSettings(settings, id, encryption),
      encryption_key_id: encryption.keyId,
      version: 1,
      created_at: nowMs,
      updated_at: nowMs,
      deleted_at: isHidden ? nowMs : null,
      drafts_enabled: 0,
      draft_version: null,
    };
    await insertAgent(tx, row);
    const agent: Agent = { ...toSummary(row), settings };
    await saveVersion(tx, agent, { encryption, saved });
    await createDefaultBase(tx, { workspaceId: input.workspaceId, agentId: id, nowMs });
    return agent;
  };

  return {
    find: (id: string): Promise<Agent | undefined> => cache.get(id, readAgent(id)),
    /** The agent as it was read last. It may be out of date. */
    lastKnown: (id: string): Agent | undefined => cache.last(id),
    /** Read from the database, because another process may have changed it. */
    findNewest: (id: string): Promise<Agent | undefined> => cache.renew(id, readAgent(id)),
    /** As visible in a transaction. `find` must not be awaited there. */
    findIn: async (tx: Handle, id: string): Promise<Agent | undefined> => {
      const row = await findAgent(tx, id);
      return row && toAgent(row);
    },
    create,
    ...changes,
    /** As `findNewest`, but with the draft. For operators, who edit and try it. */
    findEdited: async (id: string): Promise<Agent | undefined> =>
      withDraft(db.query, await cache.renew(id, readAgent(id))),
    /**
     * The agent with the name and settings of a version, to run rounds with it: for test chats, comparisons and
     * evaluations. Everything else (knowledge, tables, the published flow, model connections) is the current state.
     */
    readVersion: async (id: string, version: number): Promise<Agent> => {
      const agent = await cache.renew(id, readAgent(id));
      if (!agent || agent.deleted) throw new AppError('notFound', 'There is no such agent');
      return readVersionIn(db.query, agent, version);
    },
    versions: (id: string, page: { offset: number; limit: number }) => listVersions(db.query, id, page),
    describeVersion: async (tx: Handle, id: string, version: number, note: string): Promise<void> => {
      if (!(await setNote(tx, id, version, note)))
        throw new AppError('notFound', `The agent has no version ${version}`);
    },
    list: async (workspaceId: string, page: AgentPage) => {
      const { agents, total } = await listAgents(db.query, workspaceId, page);
      return { agents: agents.map(toSummary), total };
    },
    /** Ends an import: from the commit on, the agent exists for everybody. */
    reveal: async (tx: Handle, agent: Agent): Promise<Agent> => {
      await revealAgent(tx, agent.id);
      afterCommit(tx, () => cache.forget(agent.id));
      return { ...agent, deleted: false };
    },
    /** Removes what a failed import stored of a hidden agent besides its row. */
    abandon: (tx: Handle, id: string) => deleteAllVersions(tx, id),
    /** False if there is no such agent. */
    remove: async (tx: Handle, id: string): Promise<boolean> => {
      const isRemoved = await markAgentDeleted(tx, id, clock.nowMs());
      if (isRemoved) {
        await deleteImages(tx, id);
        await deleteAllVersions(tx, id);
      }
      afterCommit(tx, () => cache.forget(id));
      return isRemoved;
    },
  };
};

export type Agents = ReturnType<typeof createAgents>;
