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
    'API of the console, also for scripts: manage workspaces, operators, agents and API keys. Every change is recorded in the audit log.',
  tags: [
    { name: 'Session', description: 'Sign in and sign out' },
    { name: 'Account', description: 'Password, second factors and sessions of my account' },
    { name: 'Workspaces', description: 'Tenants, separated from each other' },
    { name: 'Operators', description: 'Operators of a workspace and their roles' },
    { name: 'Operator tokens', description: 'Tokens for scripts' },
    { name: 'Credits', description: 'Credit balance and usage of a workspace' },
    { name: 'Agents', description: 'Agents and their settings' },
    { name: 'Agent versions', description: 'Saved states of agents, drafts and publishing' },
    { name: 'Agent files', description: 'Export and import of agents' },
    { name: 'Flows', description: 'Drafts and published versions of flow agents' },
    { name: 'Models', description: 'Model providers and connection tests' },
    { name: 'Keys', description: 'API keys of an agent' },
    { name: 'Conversations', description: 'Conversations between users and agents' },
    { name: 'Conversation views', description: 'Saved filters of conversations' },
    { name: 'Rounds', description: 'Questions and answers with traces and citations' },
    { name: 'Memories', description: 'Long-term memory' },
    { name: 'Knowledge', description: 'Knowledge bases, documents and retrieval' },
    { name: 'Tables', description: 'Tables of an agent and their records' },
    { name: 'Users', description: 'Users of an agent' },
    { name: 'Export', description: 'Export conversations as files' },
    { name: 'Human service', description: 'Handoffs and human sessions' },
    { name: 'Inbox', description: 'Human sessions that operators answer' },
    { name: 'Corrections', description: 'Corrected answers of agents' },
    { name: 'Evaluation', description: 'Test sets of agents, their cases and runs' },
    { name: 'Analytics', description: 'Figures of agents over time, and questions without an answer' },
    { name: 'Messaging', description: 'Connections of agents to messaging platforms' },
    {
      name: 'Deliveries',
      description: 'Deliveries to message receivers, human services and messaging platforms',
    },
    { name: 'Operations', description: 'Overview, jobs and failures of a workspace' },
    { name: 'Audit', description: 'Audit log' },
  ],
  securitySchemes: {
    operatorToken: { type: 'http', scheme: 'bearer', description: 'An operator token' },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: 'frontdesk_session',
      description: 'Cookie from the sign-in. Changes also need the header `X-Frontdesk-Console: 1`.',
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
      // Response schemas are documentation here, and the compiler compares handlers with them. No route is called so
      // often that it needs a compiled serializer.
      scope.setSerializerCompiler(() => JSON.stringify);
      acceptFileBodies(scope);
      scope.addHook('onRequest', guard.letIn);
      // The service cannot stop while streams are open.
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

/** A permission belongs to a workspace, which must be in the path. */
const requireWorkspaces = (routes: readonly Route[]): void => {
  for (const { url, permission } of routes)
    if (permission !== 'signed-in' && permission !== 'anyone' && !url.includes('/:workspaceId'))
      throw new Error(`${url} needs a :workspaceId for ${permission}`);
};
