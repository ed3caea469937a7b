import type { FastifyInstance } from 'fastify';
import type { OpenApi } from './with-open-api.ts';

/** The document is no secret: it describes, and opens nothing. */
export const serveOpenApi = (server: FastifyInstance, path: string, api: OpenApi): void => {
  let text: string | undefined;
  server.get(path, { schema: { hide: true } }, async (_request, reply) => {
    text ??= formatDocument(api);
    return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(text);
  });
};

/** As committed to the repository. */
export const formatDocument = (api: OpenApi): string => `${JSON.stringify(api.document(), null, 2)}\n`;
