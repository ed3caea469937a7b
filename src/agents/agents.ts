import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import { type AgentSettings, completeSettings } from './agent-settings.ts';
import { decryptSettings, encryptSettings } from './encrypted-settings.ts';
import { deleteImages } from './images/image-store.ts';
import {
  type AgentPage,
  type AgentRow,
  type AgentSummaryRow,
  findAgent,
  insertAgent,
  listAgents,
  markAgentDeleted,
  updateAgent,
} from './store.ts';

export interface Agent {
  id: string;
  workspaceId: string;
  name: string;
  kind: 'simple' | 'flow';
  apiEnabled: boolean;
  settings: AgentSettings;
  version: number;
  createdAtMs: number;
  updatedAtMs: number;
  deleted: boolean;
}

export type AgentSummary = Omit<Agent, 'settings'>;

/** Maximum delay until another process's change is used. Our own is used at once. */
const keepMs = 1000;
const maxCached = 10_000;

const toSummary = (row: AgentSummaryRow): AgentSummary => ({
  id: row.id,
  workspaceId: row.workspace_id,
  name: row.name,
  kind: row.kind,
  apiEnabled: row.api_enabled === 1,
  version: row.version,
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
  deleted: row.deleted_at !== null,
});

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
      const isSame = last?.version === row.version && last.deleted === (row.deleted_at !== null);
      return isSame ? last : toAgent(row);
    };

  /** Part of the caller's transaction, so that an agent never exists without its other rows. */
  const create = async (
    tx: Handle,
    input: { workspaceId: string; name: string; kind?: 'simple' | 'flow'; settings?: unknown },
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
      deleted_at: null,
    };
    await insertAgent(tx, row);
    await createDefaultBase(tx, { workspaceId: input.workspaceId, agentId: id, nowMs });
    return { ...toSummary(row), settings };
  };

  const update = async (
    tx: Handle,
    current: Agent,
    change: { name?: string; apiEnabled?: boolean; settings?: AgentSettings },
  ): Promise<Agent> => {
    const next = { ...current, ...change, version: current.version + 1, updatedAtMs: clock.nowMs() };
    const updated = await updateAgent(tx, current.id, current.version, {
      name: next.name,
      apiEnabled: next.apiEnabled,
      settings: encryptSettings(next.settings, current.id, encryption),
      encryptionKeyId: encryption.keyId,
      nowMs: next.updatedAtMs,
    });
    if (!updated)
      throw new AppError(
        'conflict',
        'The agent was changed by someone else; read it again and repeat your change',
      );
    afterCommit(tx, () => cache.forget(current.id));
    return next;
  };

  return {
    find: (id: string): Promise<Agent | undefined> => cache.get(id, readAgent(id)),
    /** Read from the database, because another process may have changed it. */
    findNewest: (id: string): Promise<Agent | undefined> => cache.renew(id, readAgent(id)),
    /** As visible in a transaction. `find` must not be awaited there. */
    findIn: async (tx: Handle, id: string): Promise<Agent | undefined> => {
      const row = await findAgent(tx, id);
      return row && toAgent(row);
    },
    create,
    update,
    list: async (workspaceId: string, page: AgentPage) => {
      const { agents, total } = await listAgents(db.query, workspaceId, page);
      return { agents: agents.map(toSummary), total };
    },
    /** False if there is no such agent. */
    remove: async (tx: Handle, id: string): Promise<boolean> => {
      const isRemoved = await markAgentDeleted(tx, id, clock.nowMs());
      if (isRemoved) await deleteImages(tx, id);
      afterCommit(tx, () => cache.forget(id));
      return isRemoved;
    },
  };
};

export type Agents = ReturnType<typeof createAgents>;
