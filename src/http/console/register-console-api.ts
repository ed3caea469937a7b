import type { FastifyInstance } from 'fastify';
import { addRoutes, requireAccess } from '../add-routes.ts';
import { type ApiDescription, createOpenApiRoutes, withOpenApi } from '../openapi/index.ts';
import { checkText } from '../request/check-text.ts';
import type { Route } from '../route.ts';
import { createOperatorGuard } from './access/operator-guard.ts';
import { createStreamAccess } from './access/stream-access.ts';
import { createRecordFor } from './audit/record-for.ts';
import type { ConsoleDependencies, RouteDependencies } from './console-dependencies.ts';
import { acceptFileBodies } from './wire/raw-body.ts';
import { createWrite } from './write.ts';

const description: ApiDescription = {
  title: 'Frontdesk management API',
  version: '1',
  description:
    'What the console and automation use to look after workspaces, agents and keys. Every change is recorded in the audit log.',
  tags: [
    { name: 'Session', description: 'Signing in and out' },
    { name: 'Account', description: 'How one’s own account is protected' },
    { name: 'Workspaces', description: 'Tenants, walled off from each other' },
    { name: 'Operators', description: 'People and their roles in a workspace' },
    { name: 'Operator tokens', description: 'Tokens for automation' },
    { name: 'Credits', description: 'What a workspace may still spend' },
    { name: 'Agents', description: 'Agents and their settings' },
    { name: 'Flows', description: 'What a flow agent does, component by component' },
    { name: 'Models', description: 'What agents answer with, and whether it answers' },
    { name: 'Keys', description: "Keys that open an agent's developer API" },
    { name: 'Conversations', description: 'What users and agents said to each other' },
    { name: 'Rounds', description: 'Single questions and answers, and how an answer came about' },
    { name: 'Memories', description: 'What an agent remembers beyond its window' },
    { name: 'Knowledge', description: 'Documents, what is found in them, and how far each is' },
    { name: 'Tables', description: "An agent's tables and whose records they hold" },
    { name: 'Users', description: 'The people an agent talks to' },
    { name: 'Export', description: 'Conversations as files' },
    { name: 'Human service', description: 'Conversations in which a person answers' },
    { name: 'Deliveries', description: 'What was sent to webhook addresses and human services' },
    { name: 'Operations', description: 'How the workspace does: work in the background, failures, numbers' },
    { name: 'Audit', description: 'Who changed what, and when' },
  ],
  securitySchemes: {
    operatorToken: { type: 'http', scheme: 'bearer', description: 'An operator token' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'frontdesk_session',
      description: 'From signing in. Changes also need the header `X-Frontdesk-Console: 1`.',
    },
  },
};

/**
 * The management API under /console/api, and its document at /console/openapi.json. A route has a :workspaceId in its path
 * unless its permission is 'signed-in' or 'anyone'.
 */
export const registerConsoleApi = async <Rooms extends ConsoleDependencies>(
  server: FastifyInstance,
  rooms: Rooms,
  createRoutes: (deps: Rooms & RouteDependencies) => Route[],
) => {
  const guard = createOperatorGuard(rooms);
  const streamAccess = createStreamAccess(guard);
  const routes = createRoutes({ ...rooms, streamAccess, write: createWrite(rooms) });
  requireAccess(routes, 'permission');
  requireWorkspaces(routes);
  let api: ReturnType<typeof withOpenApi> | undefined;

  await server.register(
    async (scope) => {
      scope.decorateRequest('operator', null);
      scope.decorateRequest('workspace', null);
      // Response schemas document here; the handlers' types keep them true. Nothing is so hot that it must be compiled.
      scope.setSerializerCompiler(() => JSON.stringify);
      acceptFileBodies(scope);
      scope.addHook('onRequest', guard.letIn);
      // The service could not stop while streams are open.
      scope.addHook('preClose', async () => streamAccess.endAll());
      scope.addHook('preValidation', checkText);
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
      });
      api = withOpenApi(scope, description);
      addRoutes(scope, routes, createRecordFor(rooms));
    },
    { prefix: '/console/api' },
  );
  addRoutes(server, createOpenApiRoutes('/console/openapi.json', api!));
  return api!;
};

/** A permission is one in a workspace, and the path says which. */
const requireWorkspaces = (routes: readonly Route[]): void => {
  for (const { url, permission } of routes)
    if (permission !== 'signed-in' && permission !== 'anyone' && !url.includes('/:workspaceId'))
      throw new Error(`${url} needs a :workspaceId for ${permission}`);
};
