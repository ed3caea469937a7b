import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

export type ConnectionRow = Selectable<Schema['model_connections']>;

/** Oldest first. */
export const listConnections = (db: Handle, workspaceId: string): Promise<ConnectionRow[]> =>
  db
    .selectFrom('model_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findConnection = (
  db: Handle,
  workspaceId: string,
  id: string,
): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('model_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

export const countConnections = async (db: Handle, workspaceId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('model_connections')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(total);
};

export const findConnectionByName = (
  db: Handle,
  workspaceId: string,
  name: string,
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('model_connections')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .executeTakeFirst();

export const insertConnection = (db: Handle, row: Insertable<Schema['model_connections']>) =>
  db.insertInto('model_connections').values(row).execute();

type ConnectionChange = Pick<
  ConnectionRow,
  'name' | 'provider' | 'settings' | 'encryption_key_id' | 'updated_at'
>;

/** False if the connection was changed since `version` was read. */
export const updateConnection = async (
  db: Handle,
  id: string,
  version: number,
  change: ConnectionChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('model_connections')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const deleteConnection = (db: Handle, id: string) =>
  db.deleteFrom('model_connections').where('id', '=', id).execute();

export const findWorkspaceModels = (
  db: Handle,
  workspaceId: string,
): Promise<{ version: number; defaultModel: string | null } | undefined> =>
  db
    .selectFrom('workspace_models')
    .select(['version', 'default_model as defaultModel'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst();

/**
 * Part of every change, so that other processes read the connections again. It also locks the row: changes of one
 * workspace happen one after the other.
 */
export const raiseModelsVersion = (db: Handle, workspaceId: string) =>
  db
    .insertInto('workspace_models')
    .values({ workspace_id: workspaceId, version: 1, default_model: null })
    .onConflict((conflict) =>
      conflict
        .column('workspace_id')
        .doUpdateSet((eb) => ({ version: eb('workspace_models.version', '+', 1) })),
    )
    .execute();

export const setDefaultModel = (db: Handle, workspaceId: string, defaultModel: string | null) =>
  db
    .updateTable('workspace_models')
    .set({ default_model: defaultModel })
    .where('workspace_id', '=', workspaceId)
    .execute();

interface TextOfAgent {
  agentId: string;
  agentName: string;
  /** JSON with references to connections. */
  text: string;
}

/** Settings and flows (draft and published) of the workspace's agents that refer to connections. */
export const findReferences = async (db: Handle, workspaceId: string): Promise<TextOfAgent[]> => {
  const pattern = '%"provider":"connection"%';
  const agents = db
    .selectFrom('agents')
    .where('agents.workspace_id', '=', workspaceId)
    .where('agents.deleted_at', 'is', null)
    .select(['agents.id as agentId', 'agents.name as agentName']);
  const settings = await agents
    .select('agents.settings as text')
    .where('agents.settings', 'like', pattern)
    .execute();
  const drafts = await agents
    .innerJoin('flows', 'flows.agent_id', 'agents.id')
    .select('flows.draft as text')
    .where('flows.draft', 'like', pattern)
    .execute();
  const published = await agents
    .innerJoin('flows', 'flows.agent_id', 'agents.id')
    .innerJoin('flow_versions', (join) =>
      join
        .onRef('flow_versions.agent_id', '=', 'flows.agent_id')
        .onRef('flow_versions.version', '=', 'flows.published_version'),
    )
    .select('flow_versions.graph as text')
    .where('flow_versions.graph', 'like', pattern)
    .execute();
  return [...settings, ...drafts, ...published];
};
