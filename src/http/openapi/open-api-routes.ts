import { type Route, route } from '../route.ts';
import type { OpenApi } from './with-open-api.ts';

/** The document is public: it describes the API and gives no access. */
export const createOpenApiRoutes = (url: string, api: OpenApi): Route[] => {
  let text: string | undefined;
  return [
    route({
      method: 'GET',
      url,
      public: true,
      schema: { hide: true },
      handler: async (_request, reply) => {
        text ??= formatDocument(api);
        return reply.type('application/json; charset=utf-8').header('Cache-Control', 'no-cache').send(text);
      },
    }),
  ];
};

/** As committed to the repository. */
export const formatDocument = (api: OpenApi): string => `${JSON.stringify(api.document(), null, 2)}\n`;
