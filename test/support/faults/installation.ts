import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, type DatabaseKind, openPostgres, openSqlite } from '../../../src/db/index.ts';
import { newId } from '../../../src/lib/ids.ts';
import { insertOperator, sessionHeaders } from '../console/insert-operator.ts';
import { createTestDatabase } from '../databases/postgres.ts';
import { type FaultService, startFaultService } from './fault-service.ts';
import type { Mocks } from './mocks.ts';

/** Data folder and database in which the processes of one case run one after another. */
export interface Installation {
  kind: DatabaseKind;
  folder: string;
  /** Of PostgreSQL. */
  databaseUrl?: string;
  start(settings?: Record<string, string>): Promise<FaultService>;
  /** Another connection to the database of the running service. */
  open(): Promise<Database>;
  remove(): Promise<void>;
}

/** Credits of the workspace at the start. */
export const firstBalanceNano = 1000 * 1e9;

/** Secrets: any of these in a reply or a log is a leak. */
export const webhookSecrets = [
  'whsec-of-the-fault-tests',
  'token-of-the-fault-tests',
  'sk-model-of-the-fault-tests',
];

/** Cases may take minutes on a slow machine. */
const longDeadlines = { firstReplySeconds: 3600, idleSeconds: 3600 };

const agentSettings = ({ receiver, desk }: Mocks) => ({
  prompt: 'Answer in one sentence.',
  webhook: {
    url: `${receiver.url}/hook`,
    signingSecrets: [webhookSecrets[0]],
    authorization: { scheme: 'Bearer', token: webhookSecrets[1] },
  },
  humanService: { baseUrl: `${desk.url}/desk`, phrases: ['a real person'], ...longDeadlines },
  prices: { textInputPerMillion: '3', textOutputPerMillion: '15' },
  maxOutputTokens: 50,
  memory: { shortTermTokens: 120 },
});

const expectOk = async (answer: Promise<{ status: number; text: string; json: object }>): Promise<object> => {
  const { status, text, json } = await answer;
  if (status > 299) throw new Error(`${status} ${text}`);
  return json;
};

type Listed = { items: { id: string; version: number }[] };

/** The agent that all cases use. Cases also change its settings through this. */
export const configureAgent = async (service: FaultService, settings: object): Promise<{ path: string }> => {
  const workspaces = (await expectOk(service.call('GET', '/console/api/workspaces'))) as Listed;
  const workspacePath = `/console/api/workspaces/${workspaces.items[0]!.id}`;
  const agents = (await expectOk(service.call('GET', `${workspacePath}/agents`))) as Listed;
  const { id, version } = agents.items[0]!;
  await expectOk(service.call('PATCH', `${workspacePath}/agents/${id}`, { version, settings }));
  return { path: `${workspacePath}/agents/${id}` };
};

const configure = async (service: FaultService, mocks: Mocks): Promise<void> => {
  const { path } = await configureAgent(service, agentSettings(mocks));
  const credits = `${path.split('/agents/')[0]}/credits`;
  await expectOk(service.call('PUT', credits, { balance: String(firstBalanceNano / 1e9) }));
};

/** An operator of every installation. */
export const operatorOfInstallations = { id: newId(), name: 'carol', headers: sessionHeaders('carol') };

const addOperator = async ({ query }: Database): Promise<void> => {
  const { id: workspaceId } = await query.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  await insertOperator(query, { ...operatorOfInstallations, workspaceId });
};

/** Creates copies of one configured installation, because configuring takes longer than a case. */
export const createInstallations = (mocks: Mocks) => {
  const base = mkdtempSync(join(tmpdir(), 'frontdesk-faults-'));
  const settings = {
    FRONTDESK_MODEL_BASE_URL: `${mocks.model.url}/v1`,
    FRONTDESK_MODEL_NAME: 'mock',
    FRONTDESK_MODEL_API_KEY: webhookSecrets[2]!,
    FRONTDESK_EMBEDDING_BASE_URL: `${mocks.model.url}/v1`,
    FRONTDESK_EMBEDDING_NAME: 'mock-embedding',
    FRONTDESK_SMTP_HOST: '127.0.0.1',
    FRONTDESK_SMTP_PORT: new URL(mocks.mail.url).port,
    FRONTDESK_SMTP_TLS: 'none',
    FRONTDESK_MAIL_FROM: 'desk@shop.example',
    FRONTDESK_PLATFORM_URLS: `telegram=${mocks.telegram.url}`,
    FRONTDESK_LOG_LEVEL: 'warn',
    FRONTDESK_SOURCE_FOLDERS: join(realpathSync(base), 'source-files'),
  };
  let count = 0;
  let template: Promise<string> | undefined;

  const prepare = async (own: Record<string, string>): Promise<void> => {
    const service = await startFaultService({ ...settings, ...own });
    await configure(service, mocks);
    await service.terminate();
    const db = own.DATABASE_URL
      ? await openPostgres(own.DATABASE_URL, { maxConnections: 1, migrate: false })
      : await openSqlite(own.FRONTDESK_DATA_DIR!, { migrate: false });
    await addOperator(db);
    await db.close();
  };

  const makeTemplate = async (): Promise<string> => {
    const folder = join(base, 'template');
    await prepare({ FRONTDESK_DATA_DIR: folder });
    return folder;
  };

  const makeSqlite = async (folder: string): Promise<Installation> => {
    template ??= makeTemplate();
    cpSync(await template, folder, { recursive: true });
    return {
      kind: 'sqlite',
      folder,
      start: (more = {}) => startFaultService({ ...settings, FRONTDESK_DATA_DIR: folder, ...more }),
      open: () => openSqlite(folder, { exclusive: false, migrate: false }),
      remove: async () => rmSync(folder, { recursive: true, force: true }),
    };
  };

  const makePostgres = async (folder: string): Promise<Installation> => {
    const database = await createTestDatabase({
      name: `faults_${process.pid}`,
      prepare: (url) => prepare({ DATABASE_URL: url, FRONTDESK_DATA_DIR: `${folder}-template` }),
    });
    return placeOn(folder, database.url, database.drop);
  };

  const placeOn = (folder: string, databaseUrl: string, remove: () => Promise<void>): Installation => {
    const own = { DATABASE_URL: databaseUrl, FRONTDESK_DATA_DIR: folder };
    return {
      kind: 'postgres',
      folder,
      databaseUrl,
      start: (more = {}) => startFaultService({ ...settings, ...own, ...more }),
      open: () => openPostgres(databaseUrl, { maxConnections: 2, migrate: false }),
      remove,
    };
  };

  return {
    /** `prepareFolder` may add files to the folder before it is filled. */
    make: async (
      kind: DatabaseKind,
      prepareFolder: (folder: string) => Promise<void> = async () => {},
    ): Promise<Installation> => {
      const folder = join(base, String(++count));
      await prepareFolder(folder);
      return kind === 'sqlite' ? makeSqlite(folder) : makePostgres(folder);
    },
    /** Uses an empty database on a server that belongs to the case. */
    makeOn: async (databaseUrl: string): Promise<Installation> => {
      const folder = join(base, String(++count));
      await prepare({ DATABASE_URL: databaseUrl, FRONTDESK_DATA_DIR: folder });
      return placeOn(folder, databaseUrl, async () => {});
    },
    close: (): void => rmSync(base, { recursive: true, force: true }),
  };
};

export type Installations = ReturnType<typeof createInstallations>;
