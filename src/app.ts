import { join } from 'node:path';
import { type Agents, createAgents } from './agents/index.ts';
import { createAudit } from './audit/index.ts';
import { type ApiKeys, createApiKeys, createOperatorTokens } from './auth/index.ts';
import type { Config } from './config/index.ts';
import { createConversations } from './conversations/index.ts';
import { type Database, openPostgres, openSqlite } from './db/index.ts';
import { createFiles } from './files/index.ts';
import { addDeveloperApi } from './http/developer-api.ts';
import { addOperations } from './http/operations.ts';
import { createServer, type Server } from './http/server.ts';
import { createJobs, createProcessRegistry, type Jobs } from './jobs/index.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { newId } from './lib/ids.ts';
import { createRateLimiter } from './lib/rate-limiter.ts';
import { createSafeFetch } from './lib/safe-fetch/index.ts';
import { countTokens } from './lib/tokens.ts';
import type { Logger } from './logger.ts';
import { createMemory } from './memory/index.ts';
import { createModels, type ModelConfig, type Models } from './models/index.ts';
import {
  createAttachments,
  createModelChoice,
  createRuntime,
  type Knowledge,
  type Runtime,
} from './runtime/index.ts';
import { createWorkspaces, ensureFirstStart, type FirstStart } from './workspaces/index.ts';

export interface AppOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  /** Replaces the model providers, for tests and benchmarks. */
  models?: Models;
}

export interface App {
  server: Server;
  db: Database;
  firstStart: FirstStart;
  /** For whoever runs the service inside another program: tests, benchmarks, the command line. */
  rooms: { agents: Agents; apiKeys: ApiKeys; runtime: Runtime; jobs: Jobs };
  /** Stops accepting, lets what runs finish, closes everything. */
  close(): Promise<void>;
}

const shutdownGraceMs = 20_000;

const openDatabase = (config: Config, log: Logger): Promise<Database> =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, { onError: (err) => log.warn({ err }, 'a database connection broke') })
    : openSqlite(config.dataDir);

const defaultModelOf = ({ model }: Config): ModelConfig =>
  model ? { provider: 'openai', ...model } : { provider: 'embedded' };

/** The composition root: every room is made here, once, and told what it needs. */
export const createApp = async ({
  config,
  log,
  clock = systemClock,
  ...overrides
}: AppOptions): Promise<App> => {
  const db = await openDatabase(config, log);
  const processId = newId(clock.nowMs());
  const safeFetch = createSafeFetch({ allow: config.egressAllow, log });
  const models =
    overrides.models ?? createModels({ fetch: safeFetch, countTokens, log, timeouts: config.timeouts });
  const audit = createAudit({ db, clock });
  const agents = createAgents({ db, clock });
  const apiKeys = createApiKeys({ db, clock });
  const workspaces = createWorkspaces({ db, clock });
  const operatorTokens = createOperatorTokens({ db, clock });
  const conversations = createConversations({ db, clock });
  const files = createFiles({ db, clock, folder: join(config.dataDir, 'files') });
  const jobs = createJobs({ db, clock, log, processId });
  const memory = createMemory({ db, clock, jobs, log });
  const modelChoice = createModelChoice({ models, defaultModel: defaultModelOf(config), countTokens });
  const firstStart = await ensureFirstStart(
    { db, workspaces, agents, apiKeys, operatorTokens, audit },
    { config },
  );

  const knowledge: Knowledge = { retrieve: async () => [] };
  const runtime = createRuntime({
    db,
    clock,
    log,
    agents,
    conversations,
    attachments: createAttachments({ files, fetch: safeFetch, detect: async () => undefined }),
    ports: {
      knowledge,
      memory,
      users: { attributes: async () => ({}) },
      tools: {
        open: async () => ({ offers: [], warnings: [], call: async () => ({ text: '', isError: true }) }),
      },
      models: modelChoice,
      files: { bytes: (id) => files.read(id), text: async () => '' },
    },
    outbox: { enqueue: async () => '' },
    processId,
    runTimeoutMs: config.timeouts.runMs,
  });
  const processes = createProcessRegistry({ db, clock, log, id: processId });
  processes.onProcessDead(async (deadProcessId) => {
    await runtime.recover(deadProcessId);
    await jobs.releaseLeasesOf(deadProcessId);
  });
  await processes.start();
  // Alone on SQLite: whatever is open was left by somebody who is gone, on record or not.
  if (db.kind === 'sqlite') await runtime.recover();
  await jobs.start();

  let stopping = false;
  const server = createServer({ log, spillFolder: join(config.dataDir, 'uploads') });
  addOperations(server, { db, liveRounds: () => runtime.liveCount, isStopping: () => stopping });
  await server.register(async (scope) => {
    addDeveloperApi(scope, {
      agents,
      apiKeys,
      conversations,
      rateLimiter: createRateLimiter(clock),
      runtime,
      limits: config.limits,
    });
  });
  server.finishRoutes();

  return {
    server,
    db,
    firstStart,
    rooms: { agents, apiKeys, runtime, jobs },
    close: async () => {
      stopping = true;
      const closed = server.close();
      await runtime.close(shutdownGraceMs);
      await closed;
      await jobs.stop({ graceMs: 5_000 });
      await processes.stop();
      await apiKeys.flushUsed();
      await safeFetch.close();
      await db.close();
    },
  };
};
