import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { errorTable } from '../../lib/errors.ts';
import { createComponentSchemas } from './component-schemas.ts';
import { type DocumentedRoute, describeOperation, pathTemplate } from './describe-operation.ts';
import type { ErrorCode, JsonSchema, OpenApiDocument } from './open-api-document.ts';

export const Failure = Type.Object(
  {
    code: Type.Integer({ description: 'Error code' }),
    message: Type.String({ description: 'Error message; names the field and the rule' }),
    request_id: Type.Optional(Type.String({ description: 'ID of the request in the logs' })),
  },
  { title: 'Failure', examples: [{ code: 40000, message: 'user_id is required' }] },
);

export interface ApiDescription {
  title: string;
  version: string;
  description: string;
  /** In display order. */
  tags: { name: string; description?: string }[];
  /** Any one of them gives access to the API. */
  securitySchemes: Record<string, JsonSchema>;
}

export interface OpenApi {
  /** Complete once the server is ready. */
  document(): OpenApiDocument;
}

/** One entry per code and status, as the contract lists them. */
const errorCodes = (): ErrorCode[] => {
  const entries = Object.values(errorTable).map(({ code, status, text }) => ({ code, status, text }));
  return entries.sort((a, b) => a.code - b.code || a.status - b.status);
};

/**
 * Collects the routes added to `scope`, and to scopes inside it, from here on:
 *
 *   await server.register(async (scope) => {
 *     const api = withOpenApi(scope, developerApiDescription);
 *     addRoutes(scope, createConversationRoutes(deps));
 *     addRoutes(server, createOpenApiRoutes('/openapi.json', api));
 *   });
 */
export const withOpenApi = (scope: FastifyInstance, description: ApiDescription): OpenApi => {
  const routes: DocumentedRoute[] = [];
  scope.addHook('onRoute', ({ method, url, schema = {} }) => {
    if (schema.hide) return;
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url, schema });
  });

  let document: OpenApiDocument | undefined;
  return {
    document: () => {
      document ??= buildDocument(routes, description);
      return document;
    },
  };
};

const buildDocument = (routes: DocumentedRoute[], description: ApiDescription): OpenApiDocument => {
  const components = createComponentSchemas();
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = pathTemplate(route.url);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeOperation(route, Failure, components.refer);
  }
  return {
    openapi: '3.1.1',
    info: { title: description.title, version: description.version, description: description.description },
    security: Object.keys(description.securitySchemes).map((name) => ({ [name]: [] })),
    tags: description.tags,
    paths,
    components: { schemas: components.schemas, securitySchemes: description.securitySchemes },
    'x-error-codes': errorCodes(),
  };
};
