import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesOrigin } from '../../lib/origins/read-origin.ts';

const preflightSeconds = 600;

/** Only the developer API: the console and the chat pages are used from their own origin. */
const isDeveloperApi = (url: string): boolean => /^\/(?:(?:v[12]|openai\/v1)\/|mcp(?:\?|$))/.test(url);

/**
 * Lets pages of the given origins call the developer API from a browser. Keys are sent in a header, never as a
 * cookie, so credentials are not allowed. A preflight is answered here, before authentication.
 */
/** Whether pages of the origin may call the developer API. */
export const isAllowedOrigin = (origins: readonly string[], origin: string): boolean =>
  origins.includes('*') || origins.some((entry) => namesOrigin(entry, origin));

export const createCors = (origins: readonly string[], hasPath: (request: FastifyRequest) => boolean) => {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { origin } = request.headers;
    if (!isDeveloperApi(request.url) || (request.is404 && !hasPath(request))) return undefined;
    // Caches must separate responses for different origins.
    reply.header('Vary', 'Origin');
    if (origin === undefined || !isAllowedOrigin(origins, origin)) return undefined;
    reply.headers({
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': 'X-Request-Id, X-Frontdesk-Hint, Retry-After',
    });
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined)
      return undefined;
    reply.headers({
      'Access-Control-Allow-Methods': 'GET, POST, PUT, DELETE',
      'Access-Control-Allow-Headers':
        'Authorization, Content-Type, Idempotency-Key, Last-Event-ID, MCP-Protocol-Version',
      'Access-Control-Max-Age': String(preflightSeconds),
    });
    return reply.code(204).send();
  };
};
