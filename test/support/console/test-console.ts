import { tmpdir } from 'node:os';
import { pino } from 'pino';
import {
  createInvitations,
  createOperatorSessions,
  createOperators,
  createOperatorTokens,
  createResetLinks,
  createSecondFactors,
  createSignInAttempts,
  createSingleSignOn,
  type OidcProvider,
} from '../../../src/accounts/index.ts';
import { createAgents } from '../../../src/agents/index.ts';
import { createAudit } from '../../../src/audit/index.ts';
import { createApiKeys } from '../../../src/auth/index.ts';
import type { Database } from '../../../src/db/index.ts';
import type { RouteDependencies } from '../../../src/http/console/console-dependencies.ts';
import {
  createAddressCheck,
  createManagementRoutes,
  registerConsoleApi,
} from '../../../src/http/console/index.ts';
import type { Route } from '../../../src/http/route.ts';
import { createServer } from '../../../src/http/server/server.ts';
import { createDefaultBase } from '../../../src/knowledge/documents/knowledge-base-store.ts';
import type { Clock } from '../../../src/lib/clock.ts';
import type { SafeFetch } from '../../../src/lib/safe-fetch/index.ts';
import { createModelConnections } from '../../../src/model-connections/index.ts';
import { createTools } from '../../../src/tools/index.ts';
import { createBalances } from '../../../src/usage/index.ts';
import { createWorkspaces } from '../../../src/workspaces/index.ts';
import { testSandbox } from '../service/shared-workers.ts';
import { testEncryption } from '../service/test-encryption.ts';
import { createTestClock } from '../time/test-clock.ts';
import { quickPasswords } from './quick-passwords.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of every shape
  body: any;
  headers: Record<string, unknown>;
  /** The session cookie for the next request. */
  cookie: string | undefined;
}

export type Call = (
  method: Method,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

type Role = 'owner' | 'editor' | 'viewer' | 'support';

const operatorToken = 'operator-token-of-the-tests';

/** Routes that call other servers are tested with a whole service. */
const unreachable: SafeFetch = Object.assign(
  () => Promise.reject(new Error('no outgoing call is allowed here')),
  {
    close: async () => undefined,
    resolve: async () => '',
  },
);

interface ConsoleOptions {
  publicUrl?: string;
  egressAllow?: string[];
  /** Replaces the default routes, which need no runtime. */
  createRoutes?(deps: RouteDependencies): Route[];
  moreRoutes?: Route[];
  provider?(clock: Clock): OidcProvider;
}

/** The management API in process on a real database, with one workspace. */
export const createTestConsole = async (db: Database, options: ConsoleOptions = {}) => {
  const clock = createTestClock();
  const audit = createAudit({ db, clock });
  const log = pino({ level: 'silent' });
  const operatorTokens = createOperatorTokens({ db, clock });
  const operators = createOperators({ db, clock, tokens: operatorTokens, audit, passwords: quickPasswords });
  const deps = {
    db,
    clock,
    audit,
    agents: createAgents({ db, clock, encryption: testEncryption, createDefaultBase }),
    apiKeys: createApiKeys({ db, clock }),
    operators,
    operatorTokens,
    sessions: createOperatorSessions({ db, clock, tokens: operatorTokens }),
    invitations: createInvitations({ db, clock, operators }),
    resetLinks: createResetLinks({ db, clock, operators }),
    secondFactors: createSecondFactors({ db, clock, encryption: testEncryption }),
    signInAttempts: createSignInAttempts({ db, clock }),
    singleSignOn: createSingleSignOn({ clock, provider: options.provider?.(clock) }),
    workspaces: createWorkspaces({ db, clock }),
    modelConnections: createModelConnections({ db, clock, encryption: testEncryption }),
    balances: createBalances({ clock }),
    tools: createTools({ safeFetch: unreachable, clock, log, sandbox: testSandbox }),
    checkAddress: createAddressCheck({ egressAllow: options.egressAllow ?? [] }),
    publicUrl: options.publicUrl,
  };
  const server = createServer({ log, spillFolder: tmpdir() });
  const api = await registerConsoleApi(server, deps, (all) => [
    ...(options.createRoutes ?? createManagementRoutes)(all),
    ...(options.moreRoutes ?? []),
  ]);
  await server.ready();
  await operatorTokens.savePreset(db.query, operatorToken);
  const workspace = await deps.workspaces.create(db.query, { name: 'Default' });

  const call: Call = async (method, path, body, headers = {}) => {
    const response = await server.inject({
      method,
      url: path.startsWith('/console') ? path : `/console/api${path}`,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const setCookie = String(response.headers['set-cookie'] ?? '');
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : response.json(),
      headers: response.headers,
      cookie: setCookie === '' ? undefined : setCookie.split(';')[0],
    };
  };

  /** Calls with the operator token, which has all permissions. */
  const asToken: Call = (method, path, body, headers) =>
    call(method, path, body, { authorization: `Bearer ${operatorToken}`, ...headers });

  /** Calls of a browser with this cookie. */
  const withCookie =
    (cookie: string): Call =>
    (method, path, body, headers) =>
      call(method, path, body, { cookie, 'x-frontdesk-console': '1', ...headers });

  /** Calls of an operator who has signed in with a browser. */
  const signIn = async (email: string, password: string): Promise<Call> => {
    const { cookie, status } = await call('POST', '/session', { email, password });
    if (status !== 200 || !cookie) throw new Error(`Sign-in of ${email} answered ${status}`);
    return withCookie(cookie);
  };

  /** The token of an invitation's link. */
  const invite = async (email: string, role: Role, workspaceId = workspace.id): Promise<string> => {
    const { status, body } = await asToken('POST', `/workspaces/${workspaceId}/invitations`, { email, role });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return new URL(body.link).hash.slice(1);
  };

  /** Registers the invited person. The response signs them in. */
  const register = async (token: string, password: string, name = 'New'): Promise<Answer> => {
    const answer = await call('POST', '/invitations/register', { token, name, password });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    return answer;
  };

  /** A new operator with this role, signed in. */
  const asNew = async (
    role: Role,
    workspaceId = workspace.id,
    email = `${role}@example.com`,
  ): Promise<Call> => {
    const { cookie } = await register(await invite(email, role, workspaceId), `password of ${email}`);
    return withCookie(cookie!);
  };

  return {
    ...deps,
    clock,
    server,
    api,
    workspace,
    operatorToken,
    call,
    asToken,
    signIn,
    asNew,
    invite,
    register,
  };
};
