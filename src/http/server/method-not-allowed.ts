import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { AppError } from '../../lib/errors.ts';
import { routerOptions } from './router-options.ts';

/** Collects the methods of every path. A known path with another method then gets 405 instead of 404. */
export const createMethodGuard = (server: FastifyInstance) => {
  const methodsOf = new Map<string, Set<string>>();
  let router: createRouter.Instance<createRouter.HTTPVersion.V1> | undefined;

  server.addHook('onRoute', ({ url, method }) => {
    // A wildcard matches paths that do not exist.
    if (url.includes('*')) return;
    const methods = methodsOf.get(url) ?? new Set();
    for (const one of [method].flat()) methods.add(one);
    methodsOf.set(url, methods);
  });

  /** Built by the first request without a route, because adding every path again takes a quarter of the start. */
  const buildRouter = () => {
    const built = createRouter(routerOptions);
    for (const [url, methods] of methodsOf) built.on('GET', url, () => {}, [...methods].join(', '));
    return built;
  };

  /** The methods of the request's path. Undefined: there is no such path. */
  const allowedMethods = ({ url }: FastifyRequest): string | undefined => {
    router ??= buildRouter();
    return router.find('GET', url)?.store;
  };

  return {
    allowedMethods,
    /** For a request without a route. Undefined: its path does not exist either. */
    refusalOf: (request: FastifyRequest, reply: FastifyReply): AppError | undefined => {
      const allowed = allowedMethods(request);
      if (!allowed) return undefined;
      reply.header('Allow', allowed);
      return new AppError('methodNotAllowed', `${request.method} is not allowed here; use ${allowed}`);
    },
  };
};
