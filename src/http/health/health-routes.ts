import type { Database } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { type Route, route } from '../route.ts';
import { createDatabaseProbe } from './database-probe.ts';
import type { Metrics } from './metrics.ts';

interface HealthDependencies {
  db: Database;
  metrics: Metrics;
  isStopping(): boolean;
  /** Called for each readiness check. */
  onReadinessCheck(): void;
}

/** For operators of the process: liveness, readiness, metrics. */
export const createHealthRoutes = ({
  db,
  metrics,
  isStopping,
  onReadinessCheck,
}: HealthDependencies): Route[] => {
  const isDatabaseUp = createDatabaseProbe(db);

  return [
    route({
      method: 'GET',
      url: '/healthz',
      public: true,
      schema: { hide: true },
      handler: async () => ({ status: 'ok' }),
    }),

    route({
      method: 'GET',
      url: '/readyz',
      public: true,
      schema: { hide: true },
      handler: async () => {
        onReadinessCheck();
        if (isStopping()) throw new AppError('unavailable');
        if (!(await isDatabaseUp())) throw new AppError('unavailable', 'The database does not answer');
        return { status: 'ready' };
      },
    }),

    route({
      method: 'GET',
      url: '/metrics',
      public: true,
      schema: { hide: true },
      handler: async (_request, reply) => {
        reply.type(metrics.contentType);
        return metrics.read();
      },
    }),
  ];
};
