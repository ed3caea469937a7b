import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifySchema } from 'fastify';
import type { JsonSchema } from '../../../src/http/openapi/index.ts';
import type { Operation, Parameter } from './operations.ts';

export interface ServedRoute {
  method: string;
  url: string;
  schema: FastifySchema;
}

const channel = 'fastify.initialization';

/** Records every route of the servers created while `work` runs, documented or not. */
export const watchRoutes = async <Result>(
  work: (routes: ServedRoute[]) => Promise<Result>,
): Promise<Result> => {
  const routes: ServedRoute[] = [];
  const onServer = (message: unknown): void => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url, schema = {} }) => {
      // A route with several methods is the one that returns 405.
      if (typeof method === 'string' && method !== 'HEAD') routes.push({ method, url, schema });
    });
  };
  subscribe(channel, onServer);
  try {
    return await work(routes);
  } finally {
    unsubscribe(channel, onServer);
  }
};

const namesIn = (schema: unknown): [string, JsonSchema][] =>
  Object.entries(((schema ?? {}) as { properties?: Record<string, JsonSchema> }).properties ?? {});

/** Routes that are in no OpenAPI document: the pages' own API, pages, files, metrics. */
export const hiddenOperations = (routes: readonly ServedRoute[]): Operation[] =>
  routes
    .filter(({ schema }) => schema.hide)
    .map(({ method, url, schema }) => ({
      method,
      path: url.replace(/:(\w+)/g, '{$1}').replace('*', '{rest}'),
      parameters: namesIn(schema.querystring).map(
        ([name, parameter]): Parameter => ({ in: 'query', name, schema: parameter }),
      ),
      body: schema.body as JsonSchema | undefined,
      takesBytes: false,
      schemas: {},
    }));
