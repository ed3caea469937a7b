import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { ApiDescription } from './api-description.ts';
import { createComponentSchemas } from './component-schemas.ts';
import { type DocumentedRoute, describeOperation, pathTemplate } from './describe-operation.ts';
import { describeWebhooks } from './describe-webhooks.ts';
import { createErrorResponses, errorCodes } from './error-responses.ts';
import type { OpenApiDocument } from './open-api-document.ts';

export const Failure = Type.Object(
  {
    code: Type.Integer({ description: 'Error code' }),
    message: Type.String({ description: 'Error message; names the field and the rule' }),
    request_id: Type.Optional(Type.String({ description: 'ID of the request in the logs' })),
  },
  { title: 'Failure', examples: [{ code: 40000, message: 'user_id is required' }] },
);

export interface OpenApi {
  /** Complete once the server is ready. */
  document(): OpenApiDocument;
}

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
  const { reference, tags } = description;
  const components = createComponentSchemas();
  const errors = createErrorResponses(components.refer(Failure), reference);
  const examplesOfOperation = (id: string) => reference?.operations[id]?.examples ?? {};
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) {
    const path = pathTemplate(route.url);
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = describeOperation(route, {
      refer: components.refer,
      errors,
      examplesOfOperation,
    });
  }
  return {
    openapi: '3.1.1',
    info: { title: description.title, version: description.version, description: description.description },
    servers: [{ url: description.serverUrl ?? '/' }],
    security: Object.keys(description.securitySchemes).map((name) => ({ [name]: [] })),
    tags,
    paths,
    ...(reference ? { webhooks: describeWebhooks(reference, components.refer) } : {}),
    components: {
      schemas: components.schemas,
      ...(reference ? { parameters: reference.webhookParameters } : {}),
      ...errors.components(),
      securitySchemes: { ...description.securitySchemes, ...reference?.webhookSecuritySchemes },
    },
    'x-error-codes': errorCodes(reference),
  };
};
