import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface DueQueue {
  queue: string;
  count: number;
  /** Of the job that has waited longest. */
  waitingMs: number;
}

interface StorageCall {
  operation: string;
  /** Status of the response, or why there was none. */
  outcome: string;
  durationMs: number;
}

interface MetricsDependencies {
  /** Rounds running in this process. */
  liveRounds(): number;
  /** Due jobs that no process has taken. */
  dueJobs(): Promise<DueQueue[]>;
  /** What the data retention of agents has deleted in this process, by kind. */
  retentionDeleted(): Readonly<Record<string, number>>;
}

/**
 * Shared by all services of the process: its observers of the event loop and of garbage collection never end, so a
 * second service must not start them again.
 */
let processMetrics: Registry | undefined;

const collectProcessMetrics = (): Registry => {
  if (processMetrics) return processMetrics;
  processMetrics = new Registry();
  collectDefaultMetrics({ register: processMetrics });
  return processMetrics;
};

/** Metrics of this process and its requests in Prometheus format. */
export const createMetrics = ({ liveRounds, dueJobs, retentionDeleted }: MetricsDependencies) => {
  const ofProcess = collectProcessMetrics();
  const registry = new Registry();
  const duration = new Histogram({
    name: 'frontdesk_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
    registers: [registry],
  });
  const storageDuration = new Histogram({
    name: 'frontdesk_object_storage_request_duration_seconds',
    help: 'Time until the object storage answered a call, with its repetitions',
    labelNames: ['operation', 'outcome'],
    buckets: [0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100],
    registers: [registry],
  });
  new Gauge({
    name: 'frontdesk_rounds_running',
    help: 'Rounds running in this process',
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
  addQueueGauge('frontdesk_jobs_due', 'Due jobs that no process has leased, by queue', ({ count }) => count);
  addQueueGauge(
    'frontdesk_jobs_waiting_seconds',
    'Time since the longest waiting job became due, by queue',
    ({ waitingMs }) => waitingMs / 1000,
  );
  new Counter({
    name: 'frontdesk_retention_deleted_total',
    help: 'What the data retention of agents has deleted in this process, by kind',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(retentionDeleted())) this.inc({ kind }, count);
    },
  });
  return {
    contentType: registry.contentType,
    read: async (): Promise<string> => `${await ofProcess.metrics()}\n${await registry.metrics()}`,

    /** Called after each call of the object storage. */
    observeStorage: ({ operation, outcome, durationMs }: StorageCall): void =>
      storageDuration.observe({ operation, outcome }, durationMs / 1000),

    /** Called after each response. */
    observe: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const { method } = request;
      // The route pattern, not the URL: URLs are unlimited and can contain private data.
      const route = request.routeOptions.url;
      const status = reply.raw.statusCode;
      duration.observe({ method, route: route ?? 'unknown', status }, reply.elapsedTime / 1000);
      request.log.debug({ method, route, status, ms: reply.elapsedTime }, 'request');
    },
  };
};

export type Metrics = ReturnType<typeof createMetrics>;
