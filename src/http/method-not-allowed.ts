import type { FastifyInstance, HTTPMethods } from 'fastify';
import { AppError } from '../lib/errors.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * A known path with another method is 405, not 404. Routes are collected as they are added; call
 * `finish` when all are in.
 */
export const createMethodGuard = (server: FastifyInstance) => {
  const known = new Map<string, Set<string>>();
  server.addHook('onRoute', ({ url, method }) => {
    const of = known.get(url) ?? new Set();
    for (const one of [method].flat()) of.add(one);
    known.set(url, of);
  });
  return {
    finish: (): void => {
      for (const [url, of] of [...known]) {
        const missing = methods.filter((method) => !of.has(method));
        if (url.includes('*') || missing.length === 0) continue;
        // Taken before the routes below are added, which are collected like any other.
        const allowed = [...of].join(', ');
        server.route({
          url,
          method: missing,
          schema: { hide: true } as object,
          // In onRequest, so that a body nobody will read is not read.
          onRequest: async (request, reply) => {
            reply.header('Allow', allowed);
            throw new AppError('methodNotAllowed', `${request.method} is not allowed here; use ${allowed}`);
          },
          handler: async () => {},
        });
      }
    },
  };
};
