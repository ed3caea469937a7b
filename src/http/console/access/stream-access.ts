import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../lib/errors.ts';
import { readSessionCookie } from './session-cookie.ts';

/** Enough for 200 operators with several tabs each. A stream that is idle costs little. */
const mostStreams = 2000;
const mostStreamsOfOperator = 20;
/** How often the right to an open stream is checked again. */
const recheckMs = 1000;

interface StreamAccessDependencies {
  /** Whether the request would be allowed now. */
  isStillAllowed(request: FastifyRequest): Promise<boolean>;
}

interface OpenStream {
  request: FastifyRequest;
  end(): void;
}

const operatorKey = ({ operator }: FastifyRequest): string => `${operator?.kind} ${operator?.id}`;

/** Streams with the same credentials for the same thing share one check. */
const checkKey = ({ headers, workspace, routeOptions }: FastifyRequest): string =>
  JSON.stringify([
    headers.authorization ?? readSessionCookie(headers.cookie),
    workspace?.id,
    routeOptions.config.permission,
  ]);

/**
 * Limits the open live streams of the management API. A stream ends within about a second after its operator was
 * removed, was disabled or lost the role, or after the session or token ended, in any process.
 */
export const createStreamAccess = ({ isStillAllowed }: StreamAccessDependencies) => {
  const open = new Set<OpenStream>();
  let timer: NodeJS.Timeout | undefined;
  let isChecking = false;

  const recheck = async (): Promise<void> => {
    if (isChecking) return;
    isChecking = true;
    try {
      const groups = Map.groupBy(open, ({ request }) => checkKey(request));
      for (const streams of groups.values())
        if (!(await isStillAllowed(streams[0]!.request))) for (const stream of streams) stream.end();
    } finally {
      isChecking = false;
    }
  };

  const requireRoom = (request: FastifyRequest): void => {
    const key = operatorKey(request);
    const own = [...open].filter((stream) => operatorKey(stream.request) === key).length;
    if (own >= mostStreamsOfOperator)
      throw new AppError(
        'rateLimited',
        `You have ${mostStreamsOfOperator} live views open; close some of them`,
        { retryAfterSeconds: 5 },
      );
    if (open.size >= mostStreams)
      throw new AppError('rateLimited', 'Too many live views are open; try again shortly', {
        retryAfterSeconds: 5,
      });
  };

  return {
    /** Call it before work that is only needed for a stream. */
    requireRoom,

    /** `end` is called when the operator loses access. Call the returned function when the stream has ended. */
    enter: (request: FastifyRequest, end: () => void): (() => void) => {
      requireRoom(request);
      const stream: OpenStream = { request, end };
      open.add(stream);
      timer ??= setInterval(() => void recheck(), recheckMs);
      return () => {
        open.delete(stream);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },

    endAll: (): void => {
      for (const { end } of open) end();
    },
  };
};

export type StreamAccess = ReturnType<typeof createStreamAccess>;
