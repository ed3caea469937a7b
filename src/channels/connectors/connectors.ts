import type { Agents } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Files, SharedFiles } from '../../files/index.ts';
import type { JobLog, Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { createChatDelivery } from './chat-delivery.ts';
import { eraseChannelUsers } from './chat-store.ts';
import { createConnections } from './connections.ts';
import type { Connector } from './connector.ts';
import { createDrafts } from './drafts.ts';
import { createPacer } from './pacer.ts';
import { createPlatformApis, type PlatformApi, type PlatformUrls } from './platform-api.ts';
import { definePullUpdates } from './pull-updates.ts';
import { createReceiveUpdates } from './receive-updates.ts';
import { connectors, findConnector } from './registry.ts';
import { sweepReplies } from './reply-store.ts';
import { createRequestPull } from './request-pull.ts';
import { createSetUp } from './set-up.ts';
import { createStoreUpdates } from './store-updates.ts';
import { countPendingUpdates, sweepUpdates } from './update-store.ts';

interface ConnectorsDependencies {
  db: Database;
  clock: Clock;
  log: JobLog;
  encryption: Encryption;
  jobs: Pick<Jobs, 'enqueue' | 'runNow' | 'define'>;
  agents: Pick<Agents, 'find'>;
  files: Pick<Files, 'find' | 'read'>;
  sharedFiles: Pick<SharedFiles, 'url'>;
  safeFetch: SafeFetch;
  /** Public URL of the service, without a slash at the end. */
  baseUrl: string;
  platformUrls: PlatformUrls;
}

/** More waiting updates are shown as this number. */
const mostCounted = 10_000;

const pulledPlatforms = connectors.flatMap(({ platform, pull }) => (pull ? [platform] : []));

/** Messaging platforms: connections, what arrives from them and what is sent to them. */
export const createConnectors = (deps: ConnectorsDependencies) => {
  const { db } = deps;
  const requestPull = createRequestPull(deps);
  const storeUpdates = createStoreUpdates(deps);
  const connections = createConnections({ ...deps, findConnector, requestPull });
  const createApi = createPlatformApis({ safeFetch: deps.safeFetch, urls: deps.platformUrls });
  const apis = new Map<string, PlatformApi>();
  const apiOf = (connector: Connector): PlatformApi => {
    const api = apis.get(connector.platform) ?? createApi(connector);
    apis.set(connector.platform, api);
    return api;
  };
  const pacer = createPacer();
  const setUp = createSetUp({ clock: deps.clock, connections, apiOf });
  const shared = { connections, findConnector, requestPull, storeUpdates };
  definePullUpdates({ ...deps, ...shared, apiOf });
  return {
    connections,
    apiOf,
    receive: createReceiveUpdates({ ...deps, ...shared }),
    drafts: createDrafts({ db, clock: deps.clock, connections, apiOf, pacer }),
    chats: createChatDelivery({
      db,
      clock: deps.clock,
      connections,
      apiOf,
      files: deps.files,
      sharedFiles: deps.sharedFiles,
      pacer,
    }),
    setUp,
    /** Messages that wait to be processed. */
    countWaiting: (connectionId: string): Promise<number> =>
      countPendingUpdates(db.query, connectionId, mostCounted),
    /** For erasure. */
    eraseUsers: (tx: Handle, agentId: string, userIds: readonly string[]): Promise<void> =>
      eraseChannelUsers(tx, { agentId, userIds }),
    /** Removes updates that were processed before that time, and connections of deleted agents. Asks platforms again that refused the credentials. */
    sweep: async (processedBeforeMs: number): Promise<void> => {
      await sweepUpdates(db.query, processedBeforeMs);
      await sweepReplies(db.query, processedBeforeMs);
      for (const connection of await connections.listOrphaned()) {
        await setUp.unregister(connection);
        await db.transaction((tx) => connections.remove(tx, connection.id));
      }
      await connections.schedulePulls(pulledPlatforms);
    },
  };
};

export type Connectors = ReturnType<typeof createConnectors>;
