import type { JobContext, JobHandler } from '../../jobs/index.ts';

const heartbeatMs = 10_000;
/** How long a document may be nobody's after its process died. */
export const leaseMs = 45_000;

/** Keeps the lease while the work goes on, however long a single step of it takes. */
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
