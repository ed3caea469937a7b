import type { Insertable } from 'kysely';
import { type Handle, prepared, type Schema } from '../../db/index.ts';
import type { ConnectionRow } from './connection.ts';

const byId = prepared<{ id: string }, ConnectionRow>((db, value) =>
  db.selectFrom('channel_connections').selectAll().where('id', '=', value('id')),
);

export const findConnectionRow = async (db: Handle, id: string): Promise<ConnectionRow | undefined> =>
  (await byId(db, { id }))[0];

export const listConnectionRows = (db: Handle, agentId: string): Promise<ConnectionRow[]> =>
  db
    .selectFrom('channel_connections')
    .selectAll()
    .where('agent_id', '=', agentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Connections of a workspace to one platform. More than any workspace needs. */
export const listConnectionsOfPlatform = (
  db: Handle,
  { workspaceId, platform }: { workspaceId: string; platform: string },
): Promise<ConnectionRow[]> =>
  db
    .selectFrom('channel_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .orderBy('id')
    .limit(1000)
    .execute();

export const countConnectionRows = async (db: Handle, agentId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('channel_connections')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** The connection of this bot, in any workspace. */
export const findConnectionOfAccount = (
  db: Handle,
  platform: string,
  accountKey: string,
): Promise<{ id: string; agentDeletedAtMs: number | null } | undefined> =>
  db
    .selectFrom('channel_connections')
    .innerJoin('agents', 'agents.id', 'channel_connections.agent_id')
    .select(['channel_connections.id', 'agents.deleted_at as agentDeletedAtMs'])
    .where('platform', '=', platform)
    .where('account_key', '=', accountKey)
    .executeTakeFirst();

export const insertConnectionRow = (tx: Handle, row: Insertable<Schema['channel_connections']>) =>
  tx.insertInto('channel_connections').values(row).execute();

type ConnectionChange = Partial<
  Pick<
    ConnectionRow,
    | 'name'
    | 'account_key'
    | 'account_name'
    | 'settings'
    | 'secrets'
    | 'encryption_key_id'
    | 'status'
    | 'last_error'
    | 'last_error_at'
    | 'updated_at'
  >
>;

/** False if it was changed since `version`. */
export const updateConnectionRow = async (
  tx: Handle,
  { id, version }: { id: string; version: number },
  change: ConnectionChange,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('channel_connections')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const noteInbound = (db: Handle, id: string, nowMs: number) =>
  db.updateTable('channel_connections').set({ last_inbound_at: nowMs }).where('id', '=', id).execute();

export const noteError = (db: Handle, id: string, error: string | null, nowMs: number) =>
  db
    .updateTable('channel_connections')
    .set({ last_error: error, last_error_at: error === null ? null : nowMs })
    .where('id', '=', id)
    .execute();

export const deleteConnectionRow = (tx: Handle, id: string) =>
  tx.deleteFrom('channel_connections').where('id', '=', id).execute();

/** Active connections whose updates are fetched. */
export const listPullableRows = async (
  db: Handle,
  platforms: readonly string[],
): Promise<Pick<ConnectionRow, 'id' | 'workspace_id'>[]> =>
  platforms.length === 0
    ? []
    : db
        .selectFrom('channel_connections')
        .innerJoin('channel_pulls', 'channel_pulls.connection_id', 'channel_connections.id')
        .select(['id', 'workspace_id'])
        .where('platform', 'in', platforms)
        .where('status', '=', 'active')
        .execute();

/** Connections whose agent was deleted. */
export const listOrphanedRows = (db: Handle): Promise<ConnectionRow[]> =>
  db
    .selectFrom('channel_connections')
    .innerJoin('agents', 'agents.id', 'channel_connections.agent_id')
    .selectAll('channel_connections')
    .where('agents.deleted_at', 'is not', null)
    .limit(100)
    .execute();
