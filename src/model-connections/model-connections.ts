import { afterCommit, type Database, type Handle } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { createShortLivedCache } from '../lib/short-lived-cache.ts';
import type { RemoteProvider } from '../models/index.ts';
import { connectionLimits, type DefaultModel } from './connection-settings.ts';
import { decryptConnection, encryptConnection } from './encrypted-connections.ts';
import type { ConnectionInput, ModelConnection } from './model-connection.ts';
import { findModelUsers } from './model-users.ts';
import {
  type ConnectionRow,
  countConnections,
  deleteConnection,
  findConnection,
  findConnectionByName,
  findWorkspaceModels,
  insertConnection,
  listConnections,
  raiseModelsVersion,
  setDefaultModel,
  updateConnection,
} from './store.ts';
import { createWorkspaceModels, type WorkspaceModels } from './workspace-models.ts';

interface ModelConnectionsDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
}

/** Maximum delay until another process's change is used. Our own is used at once. */
const keepMs = 1000;
const maxCached = 10_000;

const readDefault = (stored: string | null | undefined): DefaultModel | null =>
  stored ? (JSON.parse(stored) as DefaultModel) : null;

/** Connections to model providers, and the default model of each workspace. */
export const createModelConnections = ({ db, clock, encryption }: ModelConnectionsDependencies) => {
  const cache = createShortLivedCache<WorkspaceModels>({ clock, keepMs, maxEntries: maxCached });

  const toConnection = (row: ConnectionRow): ModelConnection => ({
    id: row.id,
    workspaceId: row.workspace_id,
    name: row.name,
    provider: row.provider as RemoteProvider,
    settings: decryptConnection(row, encryption),
    version: row.version,
    createdAtMs: row.created_at,
    updatedAtMs: row.updated_at,
  });

  const list = async (handle: Handle, workspaceId: string): Promise<ModelConnection[]> =>
    (await listConnections(handle, workspaceId)).map(toConnection);

  const readModels =
    (workspaceId: string) =>
    async (last: WorkspaceModels | undefined): Promise<WorkspaceModels> => {
      const stored = await findWorkspaceModels(db.query, workspaceId);
      const version = stored?.version ?? 0;
      if (last?.version === version) return last;
      const connections = version === 0 ? [] : await list(db.query, workspaceId);
      return createWorkspaceModels(connections, { version, defaultModel: readDefault(stored?.defaultModel) });
    };

  /** Every change goes through here. */
  const change = async (tx: Handle, workspaceId: string): Promise<void> => {
    await raiseModelsVersion(tx, workspaceId);
    afterCommit(tx, () => cache.forget(workspaceId));
  };

  const requireFreeName = async (
    tx: Handle,
    { workspaceId, name, id }: Pick<ModelConnection, 'workspaceId' | 'name'> & { id?: string },
  ): Promise<void> => {
    const other = await findConnectionByName(tx, workspaceId, name);
    if (other && other.id !== id)
      throw new AppError('conflict', `name: the workspace already has a model connection "${name}"`);
  };

  const stored = (id: string, { name, provider, settings }: ConnectionInput) => ({
    name,
    provider,
    settings: encryptConnection(settings, id, encryption),
    encryption_key_id: encryption.keyId,
    updated_at: clock.nowMs(),
  });

  return {
    list: (workspaceId: string) => list(db.query, workspaceId),
    find: async (workspaceId: string, id: string): Promise<ModelConnection | undefined> => {
      const row = await findConnection(db.query, workspaceId, id);
      return row && toConnection(row);
    },
    defaultModel: async (handle: Handle, workspaceId: string): Promise<DefaultModel | null> =>
      readDefault((await findWorkspaceModels(handle, workspaceId))?.defaultModel),
    /** The models that agents of the workspace can use. Must not be awaited in a transaction. */
    ofWorkspace: async (workspaceId: string): Promise<WorkspaceModels> =>
      (await cache.get(workspaceId, readModels(workspaceId)))!,
    /** Read from the database, because another process may have changed them. */
    newestOfWorkspace: async (workspaceId: string): Promise<WorkspaceModels> =>
      (await cache.renew(workspaceId, readModels(workspaceId)))!,
    users: (handle: Handle, workspaceId: string) => findModelUsers(handle, workspaceId),

    create: async (tx: Handle, workspaceId: string, input: ConnectionInput): Promise<ModelConnection> => {
      await change(tx, workspaceId);
      if ((await countConnections(tx, workspaceId)) >= connectionLimits.perWorkspace)
        throw new AppError(
          'conflict',
          `A workspace has at most ${connectionLimits.perWorkspace} model connections; delete one first`,
        );
      await requireFreeName(tx, { workspaceId, name: input.name });
      const nowMs = clock.nowMs();
      const id = newId(nowMs);
      const row = { id, workspace_id: workspaceId, version: 1, created_at: nowMs, ...stored(id, input) };
      await insertConnection(tx, row);
      return toConnection(row);
    },
    update: async (tx: Handle, before: ModelConnection, input: ConnectionInput): Promise<ModelConnection> => {
      await change(tx, before.workspaceId);
      await requireFreeName(tx, { ...before, name: input.name });
      if (!(await updateConnection(tx, before.id, before.version, stored(before.id, input))))
        throw new AppError(
          'conflict',
          'The connection was changed by someone else; read it again and repeat your change',
        );
      return { ...before, ...input, version: before.version + 1, updatedAtMs: clock.nowMs() };
    },
    remove: async (tx: Handle, { id, workspaceId }: ModelConnection): Promise<void> => {
      await change(tx, workspaceId);
      await deleteConnection(tx, id);
    },
    setDefault: async (tx: Handle, workspaceId: string, model: DefaultModel | null): Promise<void> => {
      await change(tx, workspaceId);
      await setDefaultModel(tx, workspaceId, model && JSON.stringify(model));
    },
  };
};

export type ModelConnections = ReturnType<typeof createModelConnections>;
