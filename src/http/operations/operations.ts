import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { Server } from '../server/server.ts';
import { createDatabaseAnswers } from './database-answers.ts';

interface DueQueue {
  queue: string;
  count: number;
  /** Of the job that waits longest. */
  waitingMs: number;
}

interface OperationsDependencies {
  db: Database;
  /** Rounds under way in this process. */
  liveRounds(): number;
  /** Jobs whose time has come and that no process has taken. */
  dueJobs(): Promise<DueQueue[]>;
  isStopping(): boolean;
  /** Called each time somebody asks whether the process may get traffic. */
  onReadinessAsked(): void;
}

/**
 * Of the process, whoever asks: its watchers of the event loop and of the collector never end, so a second
 * service of one process must not start them again.
 */
let processMetrics: Registry | undefined;

const collectProcessMetrics = (): Registry => {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
};

/** For those who look after the process: is it alive, may it get traffic, how does it do. */
export const addOperations = (
  server: Server,
  { db, liveRounds, dueJobs, isStopping, onReadinessAsked }: OperationsDependencies,
): void => {
  const ofProcess = collectProcessMetrics();
  const registry = new Registry();
  const duration = new Histogram({
    name: 'frontdesk_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
    registers: [registry],
  });
  new Gauge({
    name: 'frontdesk_rounds_running',
    help: 'Rounds under way in this process',
    registers: [registry],
    collect() {
      this.set(liveRounds());
    },
  });
  const addQueueGauge = (name: string, help: string, read: (due: DueQueue) => number): void => {
    new Gauge({
      name,
      help,
      labelNames: ['queue'],
      registers: [registry],
      async collect() {
        this.reset();
        for (const due of await dueJobs()) this.set({ queue: due.queue }, read(due));
      },
    });
  };
  addQueueGauge(
    'frontdesk_jobs_due',
    'Jobs whose time has come and that no process has taken, by queue',
    ({ count }) => count,
  );
  addQueueGauge(
    'frontdesk_jobs_waiting_seconds',
    'How long the job has been due that waits longest, by queue',
    ({ waitingMs }) => waitingMs / 1000,
  );
  server.addHook('onResponse', async (request, reply) => {
    duration.observe(
      // The pattern, not the address: an address is unbounded and may hold what is nobody's business.
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.raw.statusCode },
      reply.elapsedTime / 1000,
    );
    request.log.debug(
      {
        method: request.method,
        route: request.routeOptions.url,
        status: reply.raw.statusCode,
        ms: reply.elapsedTime,
      },
      'request',
    );
  });

  server.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  const databaseAnswers = createDatabaseAnswers(db);
  server.get('/readyz', { schema: { hide: true } }, async () => {
    onReadinessAsked();
    if (isStopping()) throw new AppError('unavailable');
    if (!(await databaseAnswers())) throw new AppError('unavailable', 'The database does not answer');
    return { status: 'ready' };
  });
  server.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    reply.type(registry.contentType);
    return `${await ofProcess.metrics()}\n${await registry.metrics()}`;
  });
};
