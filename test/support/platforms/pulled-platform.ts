import { createAgents, defaultSettings } from '../../../src/agents/index.ts';
import { createConnections } from '../../../src/channels/connectors/connections.ts';
import type { Connector, PullContext, PullOutcome } from '../../../src/channels/connectors/connector.ts';
import { createPlatformApis } from '../../../src/channels/connectors/platform-api.ts';
import { definePullUpdates } from '../../../src/channels/connectors/pull-updates.ts';
import { createReceiveUpdates } from '../../../src/channels/connectors/receive-updates.ts';
import { createRequestPull } from '../../../src/channels/connectors/request-pull.ts';
import { createStoreUpdates } from '../../../src/channels/connectors/store-updates.ts';
import { telegram } from '../../../src/channels/connectors/telegram/telegram.ts';
import type { Database } from '../../../src/db/index.ts';
import { createJobs, type Timer } from '../../../src/jobs/index.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { SafeFetch } from '../../../src/lib/safe-fetch/index.ts';
import { testEncryption } from '../service/test-encryption.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };

const unused: SafeFetch = Object.assign(
  () => Promise.reject(new Error('The platform of the test has no HTTP interface')),
  { close: async () => {}, resolve: async () => '127.0.0.1' },
);

/** Messages that a platform keeps, two for each call, from the number in the cursor. */
export const pageOf = (texts: readonly string[], cursor: string | null): PullOutcome => {
  const from = Number(cursor ?? 0);
  const page = texts.slice(from, from + 2);
  return {
    kind: 'pulled',
    updates: page.map((text, index) => ({
      key: `message-${from + index}`,
      chatKey: 'chat',
      position: from + index,
      payload: { text },
    })),
    cursor: String(from + page.length),
    isMore: from + page.length < texts.length,
  };
};

/** A platform that is asked for updates: by a request with the body as hint, and if `everyMs` is given, regularly. */
const createPulledPlatform = (
  fetch: (context: PullContext) => Promise<PullOutcome>,
  everyMs?: number,
): Connector => ({
  ...telegram,
  platform: 'pulled',
  title: 'Pulled',
  pull: { ...(everyMs === undefined ? {} : { everyMs }), fetch },
  receive: ({ body }) => ({ kind: 'pull', hint: body.toString('utf8') }),
});

interface PulledOptions {
  db: Database;
  clock: Clock;
  timer?: Timer;
  processId?: string;
  everyMs?: number;
  fetch: (context: PullContext) => Promise<PullOutcome>;
}

/** The parts of a service that fetch updates of a platform. */
export const createPulledConnections = ({ db, clock, timer, processId, everyMs, fetch }: PulledOptions) => {
  const connector = createPulledPlatform(fetch, everyMs);
  const agents = createAgents({ db, clock, encryption: testEncryption, createDefaultBase });
  const jobs = createJobs({
    db,
    clock,
    log: silent,
    ...(timer ? { timer } : {}),
    ...(processId === undefined ? {} : { processId }),
  });
  const basics = { db, clock, log: silent, jobs, agents };
  const requestPull = createRequestPull(basics);
  const storeUpdates = createStoreUpdates(basics);
  const findConnector = () => connector;
  const connections = createConnections({
    ...basics,
    encryption: testEncryption,
    baseUrl: 'https://desk.example',
    findConnector,
    requestPull,
  });
  const shared = { ...basics, connections, findConnector, requestPull, storeUpdates };
  definePullUpdates({
    ...shared,
    apiOf: createPlatformApis({ safeFetch: unused, urls: {} }),
  });
  const receive = createReceiveUpdates(shared);

  return {
    jobs,
    agents,
    connections,
    storeUpdates,
    /** An agent with a connection. */
    connect: async () => {
      const workspace = {
        id: 'f'.repeat(24),
        name: 'W',
        balance_nano: null,
        reserved_nano: 0,
        created_at: 0,
      };
      await db.query.insertInto('workspaces').values(workspace).execute();
      return db.transaction(async (tx) => {
        const agent = await agents.create(tx, {
          workspaceId: workspace.id,
          name: 'A',
          settings: defaultSettings(),
        });
        return connections.create(tx, {
          workspaceId: workspace.id,
          agentId: agent.id,
          connector,
          name: 'C',
          account: { key: 'account', name: 'Account' },
          settings: {},
          secrets: {},
        });
      });
    },
    /** A request of the platform, as it arrives over HTTP. */
    post: (connectionId: string, hint: string) =>
      receive(connectionId, {
        method: 'POST',
        headers: {},
        query: {},
        body: Buffer.from(hint),
        nowMs: clock.nowMs(),
      }),
  };
};

/** Texts of the stored updates, by position. */
export const storedTexts = async (db: Database): Promise<string[]> => {
  const rows = await db.query.selectFrom('channel_updates').select('payload').orderBy('position').execute();
  return rows.map(({ payload }) => JSON.parse(payload!).text as string);
};
