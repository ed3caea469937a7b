import type { FastifyInstance } from 'fastify';
import { type ApiDescription, serveOpenApi, withOpenApi } from '../openapi/index.ts';
import { checkText } from '../request/check-text.ts';
import { createOperatorGuard } from './access/operator-guard.ts';
import { createStreamAccess } from './access/stream-access.ts';
import { registerAccountSecurityRoutes } from './account/account-security-routes.ts';
import { registerCodeAppRoutes } from './account/code-app-routes.ts';
import { registerOwnSessionRoutes } from './account/own-session-routes.ts';
import { registerPasskeyRoutes } from './account/passkey-routes.ts';
import { registerAgentRoutes } from './agents/agent-routes.ts';
import { registerToolImportRoutes } from './agents/tool-import-routes.ts';
import { registerAuditRoutes } from './audit/audit-routes.ts';
import { createNote } from './audit/note.ts';
import { createWrite } from './audit/write.ts';
import type { ConsoleDependencies, ConsoleScope, RouteDependencies } from './console-dependencies.ts';
import { registerKeyRoutes } from './keys/key-routes.ts';
import { registerAccountSetup } from './operators/account-setup.ts';
import { registerInvitationAcceptance } from './operators/invitation-acceptance.ts';
import { registerInvitationRoutes } from './operators/invitation-routes.ts';
import { registerOperatorRoutes } from './operators/operator-routes.ts';
import { registerResetLinkRoutes } from './operators/reset-link-routes.ts';
import { registerConfirmationRoutes } from './sign-in/confirmation-routes.ts';
import { registerSessionRoutes } from './sign-in/session-routes.ts';
import { registerSignInRoutes } from './sign-in/sign-in-routes.ts';
import { registerSsoRoutes } from './sign-in/sso-routes.ts';
import { registerInstallationTokenRoutes } from './tokens/installation-token-routes.ts';
import { registerTokenRoutes } from './tokens/token-routes.ts';
import { registerCreditRoutes } from './usage/credit-routes.ts';
import { registerSignInRequirementRoutes } from './workspaces/sign-in-requirement-routes.ts';
import { registerWorkspaceRoutes } from './workspaces/workspace-routes.ts';

export type ConsoleRoutes = (scope: ConsoleScope, deps: RouteDependencies) => void;

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

const ownRoutes: ConsoleRoutes[] = [
  registerSessionRoutes,
  registerSignInRoutes,
  registerSsoRoutes,
  registerConfirmationRoutes,
  registerOwnSessionRoutes,
  registerAccountSecurityRoutes,
  registerCodeAppRoutes,
  registerPasskeyRoutes,
  registerWorkspaceRoutes,
  registerSignInRequirementRoutes,
  registerOperatorRoutes,
  registerInvitationRoutes,
  registerInvitationAcceptance,
  registerResetLinkRoutes,
  registerTokenRoutes,
  registerInstallationTokenRoutes,
  registerAccountSetup,
  registerCreditRoutes,
  registerAgentRoutes,
  registerToolImportRoutes,
  registerKeyRoutes,
  registerAuditRoutes,
];

/**
 * The management API under /console/api, and its document at /console/openapi.json. `moreRoutes` are added
 * behind the same guard: each route says in `config.permission` who may use it, and has a :workspaceId in
 * its path unless that is 'signed-in' or 'anyone'.
 */
export const registerConsoleApi = async (
  server: FastifyInstance,
  deps: ConsoleDependencies,
  moreRoutes: ConsoleRoutes[] = [],
) => {
  const guard = createOperatorGuard(deps);
  const note = createNote(deps);
  const streamAccess = createStreamAccess(guard);
  const routeDeps: RouteDependencies = {
    ...deps,
    note,
    streamAccess,
    write: createWrite({ db: deps.db, note }),
  };
  let api: ReturnType<typeof withOpenApi> | undefined;

  await server.register(
    async (plain) => {
      const scope = plain as unknown as ConsoleScope;
      scope.decorateRequest('operator', null);
      scope.decorateRequest('workspace', null);
      // Response schemas document here; the handlers' types keep them true. Nothing is so hot that it must be compiled.
      scope.setSerializerCompiler(() => JSON.stringify);
      scope.addHook('onRoute', requirePermission);
      scope.addHook('onRequest', guard.letIn);
      // The service could not stop while streams are open.
      scope.addHook('preClose', async () => streamAccess.endAll());
      scope.addHook('preValidation', checkText);
      scope.addHook('onSend', async (_request, reply) => {
        reply.header('Cache-Control', 'no-store');
      });
      api = withOpenApi(plain, description);
      for (const register of [...ownRoutes, ...moreRoutes]) register(scope, routeDeps);
    },
    { prefix: '/console/api' },
  );
  serveOpenApi(server, '/console/openapi.json', api!);
  return api!;
};

/** A route nobody thought about must not be open to everybody. */
const requirePermission = ({ url, config }: { url: string; config?: { permission?: string } }): void => {
  const permission = config?.permission;
  if (permission === undefined) throw new Error(`${url} does not say who may use it`);
  const isOutside = permission === 'signed-in' || permission === 'anyone';
  if (!isOutside && !url.includes('/:workspaceId'))
    throw new Error(`${url} needs a :workspaceId for ${permission}`);
};
