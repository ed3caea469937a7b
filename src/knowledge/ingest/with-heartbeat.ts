import type { JobContext, JobHandler } from '../../jobs/index.ts';

const heartbeatMs = 10_000;
/** Maximum time until another process takes over the document of a dead process. */
export const leaseMs = 45_000;

/** Renews the lease during the work, however long a single step takes. */
export const withHeartbeat =
  <Payload>(handler: JobHandler<Payload>): JobHandler<Payload> =>
  async (payload: Payload, context: JobContext): Promise<void> => {
    const timer = setInterval(() => {
      context.heartbeat().catch(() => {});
    }, heartbeatMs);
    try {
      await handler(payload, context);
    } finally {
      clearInterval(timer);
    }
  };
