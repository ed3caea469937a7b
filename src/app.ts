import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Passwords } from './accounts/index.ts';
import { baseUrlOf, type Config, disableLibraryTelemetry } from './config/index.ts';
import { type Database, openPostgres, openSqlite, requireCompatible } from './db/index.ts';
import { encryptedColumns } from './encrypted-columns.ts';
import {
  type Encryption,
  encryptPlainSecrets,
  openEncryption,
  requireCurrentKey,
} from './encryption/index.ts';
import { addRoutes } from './http/add-routes.ts';
import { registerInboundApi } from './http/connectors/register-inbound-api.ts';
import { createAddressCheck, createConsoleRoutes, registerConsoleApi } from './http/console/index.ts';
import { addDeveloperApi, describeDeveloperApi } from './http/developer-api.ts';
import { createDocRoutes, createGuideRoutes } from './http/docs/index.ts';
import { createChannelPageRoutes, registerChannelApi } from './http/embed/index.ts';
import { createHealthRoutes, createMetrics } from './http/health/index.ts';
import { createOpenApiRoutes, type OpenApi, withOpenApi } from './http/openapi/index.ts';
import { createBuiltPages, createPageRoutes } from './http/pages/index.ts';
import { developerReference } from './http/reference/index.ts';
import { keepArrivalOrder } from './http/request/arrival.ts';
import { createServer, type Server, type ServerTimeouts } from './http/server/server.ts';
import { createDownloads, createSharedFileRoutes } from './http/streaming/index.ts';
import { countDueJobs } from './jobs/index.ts';
import type { Embedders, KnowledgeThreads } from './knowledge/index.ts';
import { type Clock, systemClock } from './lib/clock.ts';
import { removeStaleSpills } from './lib/json-body/index.ts';
import { tightenDataFolder } from './lib/private-files.ts';
import type { Sandbox } from './lib/sandbox/index.ts';
import type { Logger } from './logger.ts';
import type { Models } from './models/index.ts';
import type { Recognition } from './recognition/index.ts';
import { createRooms, type Rooms } from './rooms.ts';
import { ensureFirstStart, type FirstStart } from './workspaces/index.ts';

export interface AppOptions {
  config: Config;
  log: Logger;
  clock?: Clock;
  /** Replaces the model providers, for tests and benchmarks. */
  models?: Models;
  /** Replaces the embedding models, for tests and benchmarks. */
  embedders?: Embedders;
  /** Replaces the worker processes that read files, for tests that start many services. */
  recognition?: Recognition;
  /** Replaces the worker processes that run tenants' schemas and patterns, for the same tests. */
  sandbox?: Sandbox;
  /** Replaces the threads that chunk documents and read web pages, for the same tests. */
  knowledgeThreads?: KnowledgeThreads;
  /** Replaces the hashing of passwords, which is slow on purpose, for tests. */
  passwords?: Passwords;
  /** Replaces the time limits of connections, for tests. */
  timeouts?: ServerTimeouts;
}

export interface App {
  server: Server;
  db: Database;
  firstStart: FirstStart;
  /** For programs that embed the service: tests, benchmarks, the command line. */
  rooms: Rooms;
  /** Reports that it is not ready, stops accepting requests, lets running work finish and closes everything. */
  close(): Promise<void>;
}

/** Built by `npm run build` from web/. */
const builtPagesFolder = join(import.meta.dirname, '../dist/web');
const jobGraceMs = 5_000;
/** Maximum interval at which load balancers and orchestrators check readiness. */
const readinessCheckWindowMs = 60_000;
const defaultDrainMs = 5_000;
const idleSweepMs = 50;
const staleSpillMs = 24 * 60 * 60 * 1000;

interface StartOptions {
  config: Config;
  log: Logger;
  clock: Clock;
}

const openDatabase = (config: Config, log: Logger): Promise<Database> =>
  config.databaseUrl
    ? openPostgres(config.databaseUrl, { onError: (err) => log.warn({ err }, 'a database connection broke') })
    : openSqlite(config.dataDir);

/** Checks the key and encrypts secrets that an earlier version stored in plain text. */
const startEncryption = async (db: Database, { config, log, clock }: StartOptions): Promise<Encryption> => {
  const encryption = await openEncryption({ db, clock }, config);
  await encryptPlainSecrets({ db, log, encryption }, encryptedColumns);
  return encryption;
};

/** Takes over the work of dead processes, then starts the work of this one. */
const startRooms = async (rooms: Rooms, db: Database, role: Config['role']): Promise<void> => {
  const { runtime, jobs, knowledge, corrections, processes, retention, creditReservations } = rooms;
  processes.onProcessDead(async (deadProcessId) => {
    const { failed } = await runtime.recover(deadProcessId);
    await jobs.releaseLeasesOf(deadProcessId);
    await creditReservations.releaseOf(deadProcessId);
    // Its row is kept until everything is taken over, because no other process would look for these rounds.
    if (failed > 0) throw new Error(`${failed} rounds could not be taken up`);
  });
  await rooms.sharedFiles.ready();
  await rooms.objectStorage.check();
  processes.onRegistrationLost(() => runtime.abandonRounds());
  if (db.kind === 'postgres') processes.onLook(() => runtime.recoverUnregistered());
  await processes.start();
  // After this process is registered: a migration that removes something did not wait for it before.
  await requireCompatible(db.query as unknown as Kysely<unknown>);
  // SQLite has only this process, so all open work was left by a process that has ended, registered or not.
  if (db.kind === 'sqlite') {
    await runtime.recover();
    await creditReservations.releaseOf();
  }
  if (role !== 'api') {
    await jobs.start();
    rooms.conversations.indexing.start();
  }
  await knowledge.start();
  await corrections.start();
  await retention.start();
  await rooms.objectStorage.startSweep();
  await rooms.analytics.start();
};

/** Ends the background work of the modules and closes their resources. */
const closeRooms = async (rooms: Rooms): Promise<void> => {
  rooms.channels.close();
  rooms.messaging.close();
  await rooms.assistance.close();
  rooms.evaluation.stop();
  // After an orderly stop nothing runs. After a failed start, rounds that were taken over may run.
  await rooms.runtime.close(0);
  await rooms.conversations.indexing.stop();
  await rooms.jobs.stop({ graceMs: jobGraceMs });
  await rooms.processes.stop();
  await rooms.corrections.close();
  await rooms.knowledge.close();
  await rooms.recognition.close();
  await rooms.speech.close();
  rooms.sandbox.close();
  rooms.imageEncoder.close();
  await rooms.apiKeys.flushUsed();
  await rooms.safeFetch.close();
};

interface ServerParts {
  config: Config;
  log: Logger;
  clock: Clock;
  db: Database;
  rooms: Rooms;
  spillFolder: string;
  isStopping(): boolean;
  onReadinessCheck(): void;
  timeouts: ServerTimeouts | undefined;
}

const createAppServer = async (parts: ServerParts) => {
  const { config, log, clock, db, rooms, spillFolder, timeouts } = parts;
  const { freeDisk } = rooms;
  const { trustedProxies, corsOrigins } = config;
  const server = createServer({ log, spillFolder, freeDisk, trustedProxies, corsOrigins, timeouts });
  const dueJobs = async () => {
    const nowMs = clock.nowMs();
    const due = await countDueJobs(db.query, nowMs);
    return due.map(({ queue, count, oldestAtMs }) => ({ queue, count, waitingMs: nowMs - oldestAtMs }));
  };
  const metrics = createMetrics({
    liveRounds: () => rooms.runtime.liveCount,
    dueJobs,
    retentionDeleted: rooms.agentRetention.deleted,
  });
  server.addHook('onResponse', metrics.observe);
  rooms.objectStorage.onCall(metrics.observeStorage);
  addRoutes(server, createHealthRoutes({ ...parts, metrics }));
  if (config.role === 'worker') return server;
  keepArrivalOrder(server, rooms.runtime.arrive);
  const downloads = createDownloads({ mostPerAddress: config.limits.downloadsPerAddress });
  addRoutes(server, createSharedFileRoutes({ ...rooms, downloads }));
  const baseUrl = baseUrlOf(config);
  let developerApi: OpenApi | undefined;
  await server.register(async (scope) => {
    developerApi = withOpenApi(scope, describeDeveloperApi(config.publicUrl));
    addDeveloperApi(scope, { ...rooms, clock, corsOrigins, limits: config.limits });
  });
  addRoutes(server, createOpenApiRoutes('/openapi.json', developerApi!));
  const consoleApi = await registerConsoleApi(
    server,
    {
      ...rooms,
      db,
      clock,
      downloads,
      uploadFolder: spillFolder,
      checkAddress: createAddressCheck({
        egressAllow: config.egressAllow,
        modelBaseUrl: config.model?.baseUrl,
      }),
      publicUrl: config.publicUrl,
    },
    createConsoleRoutes,
  );
  const [developer, management] = [
    { path: '/docs', title: 'Developer API' },
    { path: '/docs/console', title: 'Management API' },
  ];
  addRoutes(
    server,
    createDocRoutes([
      {
        ...developer!,
        api: developerApi!,
        baseUrl,
        documentPath: '/openapi.json',
        links: [management!],
        examples: developerReference.operations,
        isForDevelopers: true,
      },
      {
        ...management!,
        api: consoleApi,
        baseUrl,
        documentPath: '/console/openapi.json',
        links: [developer!],
      },
    ]),
  );
  const pages = createBuiltPages(builtPagesFolder);
  addRoutes(server, createGuideRoutes({ pages }));
  addRoutes(server, createPageRoutes(pages));
  await registerInboundApi(server, { ...rooms, clock });
  await registerChannelApi(server, { ...rooms, db, limits: config.limits });
  addRoutes(server, createChannelPageRoutes({ ...rooms, pages, publicUrl: config.publicUrl }));
  return server;
};

/**
 * How long a stopping process still accepts requests: until the load balancer has noticed that it is not ready.
 * Without readiness checks there is no delay.
 */
const drainMsOf = ({ stop: { drainSeconds } }: Config, readinessCheckAgoMs: number): number => {
  if (drainSeconds !== undefined) return drainSeconds * 1000;
  return readinessCheckAgoMs < readinessCheckWindowMs ? defaultDrainMs : 0;
};

/** The longest time that `close` takes. Jobs have another 5 s, and the rest is closed. */
export const stopWithinMs = ({ stop: { drainSeconds, graceSeconds } }: Config): number =>
  (drainSeconds === undefined ? defaultDrainMs : drainSeconds * 1000) + graceSeconds * 1000 + 10_000;

/** Each part that must be closed adds a function to `ends`. The last is called first. */
const startApp = async (
  { config, log, clock = systemClock, timeouts, ...overrides }: AppOptions,
  ends: AsyncDisposableStack,
): Promise<App> => {
  disableLibraryTelemetry();
  const spillFolder = join(config.dataDir, 'uploads');
  const telemetry = config.otlpEndpoint
    ? (await import('./telemetry.ts')).startTelemetry(config.otlpEndpoint)
    : undefined;
  ends.defer(() => telemetry?.close());
  const db = await openDatabase(config, log);
  ends.defer(() => db.close());
  const stopTightening = new AbortController();
  // Not awaited: a folder may contain a million files, and files of this version are private from the start.
  const tightened = tightenDataFolder(config.dataDir, stopTightening.signal).catch((err) =>
    log.warn({ err }, 'data files could not be closed to other accounts'),
  );
  ends.defer(async () => {
    stopTightening.abort();
    await tightened;
  });
  const encryption = await startEncryption(db, { config, log, clock });
  // Files of requests that were running when the process was killed. On PostgreSQL they may belong to
  // another running process.
  await removeStaleSpills(spillFolder, clock.nowMs() - (db.kind === 'sqlite' ? 0 : staleSpillMs));
  const rooms = createRooms({ config, db, log, clock, encryption, ...overrides });
  ends.defer(() => closeRooms(rooms));
  const firstStart = await ensureFirstStart({ db, ...rooms }, { config });
  for (const notice of firstStart.notices) log.warn({}, notice);
  await startRooms(rooms, db, config.role);
  // After this process is registered: a rotation that started before did not wait for it.
  await requireCurrentKey(db, encryption.keyId, config);
  let stopping = false;
  let readinessCheckAtMs = Number.NEGATIVE_INFINITY;
  const server = await createAppServer({
    config,
    log,
    clock,
    db,
    rooms,
    spillFolder,
    isStopping: () => stopping,
    onReadinessCheck: () => {
      readinessCheckAtMs = performance.now();
    },
    timeouts,
  });

  return {
    server,
    db,
    firstStart,
    rooms,
    close: async () => {
      stopping = true;
      rooms.processes.stopTakingOver();
      server.closeGracefully();
      if (server.server.listening) await delay(drainMsOf(config, performance.now() - readinessCheckAtMs));
      const closed = Promise.all([server.close(), server.acceptors.close()]);
      // Open pages would keep their streams, and so the server, open.
      rooms.channels.close();
      // Otherwise a connection whose response ends now would be kept alive for a next request that is not accepted.
      const sweep = setInterval(() => {
        server.server.closeIdleConnections();
        server.closeUnused();
      }, idleSweepMs);
      rooms.evaluation.stop();
      await rooms.runtime.close(config.stop.graceSeconds * 1000);
      await closed;
      clearInterval(sweep);
      await ends.disposeAsync();
    },
  };
};

/**
 * The composition root: database, modules, server, and how they start and stop together. A failed start leaves nothing
 * running and nothing open.
 */
export const createApp = async (options: AppOptions): Promise<App> => {
  const ends = new AsyncDisposableStack();
  try {
    return await startApp(options, ends);
  } catch (error) {
    await ends
      .disposeAsync()
      .catch((err: unknown) => options.log.warn({ err }, 'the failed start could not be cleaned up'));
    throw error;
  }
};
