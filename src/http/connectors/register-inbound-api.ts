import type { FastifyInstance } from 'fastify';
import { addRoutes } from '../add-routes.ts';
import { createInboundRoutes, type InboundDependencies } from './inbound-routes.ts';

/** Larger than any platform's request. Files are not part of it, they are downloaded later. */
const mostBodyBytes = 3 * 2 ** 20;

/** Requests of messaging platforms. Signatures cover the bytes of the body, so it is not parsed. */
export const registerInboundApi = async (
  server: FastifyInstance,
  deps: InboundDependencies,
): Promise<void> => {
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: mostBodyBytes },
      async (_request: unknown, body: Buffer) => body,
    );
    addRoutes(scope, createInboundRoutes(deps));
  });
};
