import { afterCommit, type Database, type Handle } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import { createShortLivedCache } from '../../lib/short-lived-cache.ts';
import type { ChannelConnection, ConnectionRow, ConnectionStatus } from './connection.ts';
import {
  countConnectionRows,
  deleteConnectionRow,
  findConnectionOfAccount,
  findConnectionRow,
  insertConnectionRow,
  listConnectionRows,
  listConnectionsOfPlatform,
  listOrphanedRows,
  listPullableRows,
  noteError,
  updateConnectionRow,
} from './connection-store.ts';
import type { Account, ConnectionAccess, Connector } from './connector.ts';
import { decryptSecrets, encryptSecrets } from './encrypted-connections.ts';
import { deletePull } from './pull-store.ts';
import type { RequestPull } from './request-pull.ts';

interface ConnectionsDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  /** Public URL of the service, without a slash at the end. */
  baseUrl: string;
  findConnector: (platform: string) => Connector | undefined;
  requestPull: RequestPull;
}

export interface NewChannelConnection {
  workspaceId: string;
  agentId: string;
  connector: Connector;
  name: string;
  account: Account;
  settings: Record<string, string>;
  secrets: Record<string, string>;
}

export interface ConnectionChange {
  name?: string | undefined;
  status?: ConnectionStatus | undefined;
  /** With new credentials. */
  credentials?:
    | { account: Account; settings: Record<string, string>; secrets: Record<string, string> }
    | undefined;
}

export const mostConnectionsOfAgent = 20;

/** Maximum delay until another process's change is used. Our own is used at once. */
const keepMs = 1000;
const maxCached = 10_000;
export const longestError = 500;

/** Connections of agents to messaging platforms. */
export const createConnections = ({
  db,
  clock,
  encryption,
  baseUrl,
  findConnector,
  requestPull,
}: ConnectionsDependencies) => {
  const cache = createShortLivedCache<ChannelConnection>({ clock, keepMs, maxEntries: maxCached });

  const toConnection = (row: ConnectionRow): ChannelConnection => ({
    id: row.id,
    workspaceId: row.workspace_id,
    agentId: row.agent_id,
    platform: row.platform,
    name: row.name,
    account: { key: row.account_key, name: row.account_name },
    settings: JSON.parse(row.settings) as Record<string, string>,
    secrets: decryptSecrets(row, encryption),
    status: row.status,
    version: row.version,
    lastInboundAtMs: row.last_inbound_at,
    lastError: row.last_error,
    lastErrorAtMs: row.last_error_at,
    createdAtMs: row.created_at,
  });

  const read = async (id: string): Promise<ChannelConnection | undefined> => {
    const row = await findConnectionRow(db.query, id);
    return row && toConnection(row);
  };

  const remove = async (tx: Handle, id: string): Promise<void> => {
    await deletePull(tx, id);
    await deleteConnectionRow(tx, id);
    afterCommit(tx, () => cache.forget(id));
  };

  const requireFreeAccount = async (
    tx: Handle,
    { platform, title }: Connector,
    account: Account,
    ownId?: string,
  ): Promise<void> => {
    const other = await findConnectionOfAccount(tx, platform, account.key);
    if (!other || other.id === ownId) return;
    // Nothing is said about where: it may be another workspace.
    if (other.agentDeletedAtMs === null)
      throw new AppError(
        'conflict',
        `${account.name} is already connected. A bot of ${title} can have one connection`,
      );
    await remove(tx, other.id);
  };

  /** Fetches updates now, if the platform is asked for them. */
  const pullIn = async (tx: Handle, connection: ChannelConnection): Promise<void> => {
    if (findConnector(connection.platform)?.pull) await requestPull.now(tx, connection);
  };

  return {
    /** As of at most a second ago. */
    find: (id: string): Promise<ChannelConnection | undefined> => cache.get(id, () => read(id)),
    findNewest: read,
    /** The connection of this account, in any workspace. As of at most a second ago. */
    findOfAccount: async (platform: string, accountKey: string): Promise<ChannelConnection | undefined> => {
      const found = await findConnectionOfAccount(db.query, platform, accountKey);
      return found && cache.get(found.id, () => read(found.id));
    },
    list: async (agentId: string): Promise<ChannelConnection[]> =>
      (await listConnectionRows(db.query, agentId)).map(toConnection),

    /** Other connections of the same workspace to the same platform. */
    listOthers: async ({ id, ...of }: ChannelConnection): Promise<ChannelConnection[]> =>
      (await listConnectionsOfPlatform(db.query, of)).filter((row) => row.id !== id).map(toConnection),

    /** What a connector may know of the connection. */
    accessOf: ({ id, secrets, settings, account }: ChannelConnection): ConnectionAccess => ({
      id,
      secrets,
      settings,
      account,
      inboundUrl: `${baseUrl}/channels/inbound/${id}`,
    }),

    create: async (tx: Handle, input: NewChannelConnection): Promise<ChannelConnection> => {
      if ((await countConnectionRows(tx, input.agentId)) >= mostConnectionsOfAgent)
        throw new AppError(
          'conflict',
          `An agent has at most ${mostConnectionsOfAgent} connections; delete one first`,
        );
      await requireFreeAccount(tx, input.connector, input.account);
      const nowMs = clock.nowMs();
      const id = newId(nowMs);
      await insertConnectionRow(tx, {
        id,
        workspace_id: input.workspaceId,
        agent_id: input.agentId,
        platform: input.connector.platform,
        name: input.name,
        account_key: input.account.key,
        account_name: input.account.name,
        settings: JSON.stringify(input.settings),
        secrets: encryptSecrets(input.secrets, id, encryption),
        encryption_key_id: encryption.keyId,
        status: 'active',
        version: 1,
        created_at: nowMs,
        updated_at: nowMs,
      });
      const created = toConnection((await findConnectionRow(tx, id))!);
      await pullIn(tx, created);
      return created;
    },

    update: async (
      tx: Handle,
      before: ChannelConnection,
      { name, status, credentials }: ConnectionChange,
    ): Promise<ChannelConnection> => {
      if (credentials || (status === 'active' && before.status === 'paused')) await pullIn(tx, before);
      if (credentials)
        await requireFreeAccount(tx, findConnector(before.platform)!, credentials.account, before.id);
      const isUpdated = await updateConnectionRow(tx, before, {
        ...(name === undefined ? {} : { name }),
        ...(status === undefined ? {} : { status }),
        ...(credentials && {
          account_key: credentials.account.key,
          account_name: credentials.account.name,
          settings: JSON.stringify(credentials.settings),
          secrets: encryptSecrets(credentials.secrets, before.id, encryption),
          encryption_key_id: encryption.keyId,
          last_error: null,
          last_error_at: null,
        }),
        updated_at: clock.nowMs(),
      });
      if (!isUpdated)
        throw new AppError(
          'conflict',
          'The connection was changed by someone else; read it again and repeat your change',
        );
      afterCommit(tx, () => cache.forget(before.id));
      return toConnection((await findConnectionRow(tx, before.id))!);
    },

    remove,

    pullNow: (connection: ChannelConnection): Promise<void> => db.transaction((tx) => pullIn(tx, connection)),

    /** Connections whose updates are fetched have a job, also after their credentials were refused. */
    schedulePulls: async (platforms: readonly string[]): Promise<void> => {
      for (const row of await listPullableRows(db.query, platforms))
        await db.transaction((tx) => requestPull.schedule(tx, { id: row.id, workspaceId: row.workspace_id }));
    },

    /** Connections of deleted agents. */
    listOrphaned: async (): Promise<ChannelConnection[]> =>
      (await listOrphanedRows(db.query)).map(toConnection),

    /** Shown to operators. null: the problem is solved. */
    noteError: async (id: string, error: string | null): Promise<void> => {
      await noteError(db.query, id, error?.slice(0, longestError) ?? null, clock.nowMs());
    },
  };
};

export type Connections = ReturnType<typeof createConnections>;
