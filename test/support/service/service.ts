import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Agent, AgentSettings } from '../../../src/agents/index.ts';
import { type App, type AppOptions, createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import type { DatabaseKind } from '../../../src/db/index.ts';
import type { Embedders } from '../../../src/knowledge/index.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import { createLogger } from '../../../src/logger.ts';
import type { Models } from '../../../src/models/index.ts';
import { quickPasswords } from '../console/quick-passwords.ts';
import { createMigratedDatabase, skipOn } from '../databases/databases.ts';
import { placeMigratedSqlite } from '../databases/migrated-sqlite.ts';
import { testedDatabases } from '../databases/tested-databases.ts';
import { wordEmbedders } from '../knowledge/word-embedders.ts';
import type { TestGroup } from '../runner/test-groups.ts';
import { shareKnowledgeThreads, shareRecognition, shareSandbox } from './shared-workers.ts';
import { testSecretKey } from './test-encryption.ts';

export const testApiKey = 'app-test-key-of-the-default-agent';
export const testOperatorToken = 'op-test-token-of-the-operator';

interface ServiceOptions {
  models?: Models;
  embedders?: Embedders;
  /** Fast hashes by default, which cannot verify the hashes of a real service. */
  passwords?: AppOptions['passwords'];
  clock?: Clock;
  environment?: Record<string, string>;
  /** Fills the data folder instead of the empty, migrated database. */
  prepareFolder?(folder: string): Promise<void>;
  timeouts?: AppOptions['timeouts'];
}

type SettingsChange = { [Key in keyof AgentSettings]?: Partial<AgentSettings[Key]> | AgentSettings[Key] };

const defaultAgent = async (app: App): Promise<Agent> => {
  const { id } = await app.db.query
    .selectFrom('agents')
    .select('id')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  return (await app.rooms.agents.find(id))!;
};

const merge = (settings: AgentSettings, change: SettingsChange): AgentSettings => {
  const merged: Record<string, unknown> = { ...settings };
  for (const [name, value] of Object.entries(change)) {
    const current = merged[name];
    const nests = (side: unknown) => side !== null && typeof side === 'object' && !Array.isArray(side);
    merged[name] = nests(current) && nests(value) ? { ...(current as object), ...(value as object) } : value;
  }
  return merged as AgentSettings;
};

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
}

export interface TestService {
  app: App;
  /** Its data folder. */
  folder: string;
  /** A call with the default agent's key, or with `key`. Null sends none. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH',
    url: string,
    body?: unknown,
    options?: { key?: string | null; headers?: Record<string, string> },
  ): Promise<Answer>;
  newConversation(userId?: string): Promise<string>;
  /** Changes the default agent's settings; nested objects are merged. */
  configure(change: SettingsChange, more?: { apiEnabled?: boolean; name?: string }): Promise<void>;
  /** Stops and starts again with the same data. */
  restart(): Promise<void>;
}

const startApp = (
  environment: Record<string, string>,
  { models, embedders = wordEmbedders(), passwords = quickPasswords, clock, timeouts }: ServiceOptions,
): Promise<App> =>
  createApp({
    config: loadConfig(environment, 'no-such-file.yaml'),
    log: createLogger(process.env.FRONTDESK_TEST_LOG ?? 'silent'),
    ...(models ? { models } : {}),
    embedders,
    recognition: shareRecognition(),
    sandbox: shareSandbox(),
    knowledgeThreads: shareKnowledgeThreads(),
    passwords,
    ...(clock ? { clock } : {}),
    ...(timeouts ? { timeouts } : {}),
  });

const prepareDatabase = async (
  kind: DatabaseKind,
  folder: string,
  prepareFolder: (folder: string) => Promise<void> = placeMigratedSqlite,
): Promise<{ url?: string; drop(): Promise<void> }> => {
  if (kind === 'postgres') return createMigratedDatabase();
  await prepareFolder(folder);
  return { drop: async () => {} };
};

/** A whole service on its own database, called in process. */
export const withService = async (
  kind: DatabaseKind,
  options: ServiceOptions,
  work: (service: TestService) => Promise<void>,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-service-'));
  const database = await prepareDatabase(kind, folder, options.prepareFolder);
  const environment: Record<string, string> = {
    FRONTDESK_DATA_DIR: folder,
    FRONTDESK_API_KEY: testApiKey,
    FRONTDESK_ADMIN_TOKEN: testOperatorToken,
    FRONTDESK_SECRET_KEY: testSecretKey,
    FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
    ...(database.url ? { DATABASE_URL: database.url } : {}),
    ...options.environment,
  };
  const service: TestService = {
    folder,
    app: await startApp(environment, options),
    call: async (method, url, body, { key = testApiKey, headers = {} } = {}) => {
      const response = await service.app.server.inject({
        method,
        url,
        headers: {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const isJson = String(response.headers['content-type']).startsWith('application/json');
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        body: isJson ? JSON.parse(response.body) : undefined,
      };
    },
    newConversation: async (userId = 'ada') => {
      const { status, body, text } = await service.call('POST', '/v1/conversation', { user_id: userId });
      if (status !== 200) throw new Error(`The conversation was not created: ${status} ${text}`);
      return body.conversation_id;
    },
    configure: async (change, more = {}) => {
      const agent = await defaultAgent(service.app);
      const settings = merge(agent.settings, change);
      await service.app.rooms.agents.update(service.app.db.query, agent, { settings, ...more });
    },
    restart: async () => {
      await service.app.close();
      service.app = await startApp(environment, options);
    },
  };
  try {
    await work(service);
  } finally {
    await service.app.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** The same whole-service test on both databases. */
export const testService = (
  name: string,
  options: ServiceOptions | (() => ServiceOptions),
  work: (service: TestService, context: TestContext) => Promise<void>,
  { needs }: { needs?: TestGroup } = {},
): void => {
  for (const kind of testedDatabases)
    test(`${name} (${kind})`, { skip: skipOn(kind, needs) }, (context) =>
      withService(kind, typeof options === 'function' ? options() : options, (service) =>
        work(service, context),
      ),
    );
};

/** The events of a stream with their ids. */
export const readEvents = (text: string): { id: number; code: number; message: string; data: unknown }[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('id: '))
    .map((block) => {
      const [idLine, dataLine] = block.split('\n') as [string, string];
      return { id: Number(idLine.slice(4)), ...JSON.parse(dataLine.slice(6)) };
    });
