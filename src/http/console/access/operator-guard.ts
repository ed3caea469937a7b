import type { FastifyRequest } from 'fastify';
import {
  type Operator,
  type Permission,
  type PersonOperator,
  roleAllows,
  roleIn,
  unmetRequirement,
} from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import type { Workspace } from '../../../workspaces/index.ts';
import type { ConsoleDependencies } from '../console-dependencies.ts';
import { readSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, set by the guard on every route of the management API except sign-in. */
    operator: Operator | null;
    /** The workspace in the path, set after the check that the operator has a role in it. */
    workspace: Workspace | null;
  }
}

/**
 * A page of another site can make a browser send our cookie, but not this header: the browser would first send a
 * preflight request, which we never allow.
 */
export const csrfHeader = 'x-frontdesk-console';

const bearer = /^Bearer +([\x21-\x7e]+)$/i;
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

const unauthenticated = (): AppError =>
  new AppError('unauthenticated', 'Sign in, or send an operator token as "Authorization: Bearer <TOKEN>"');

/** The error if the session does not meet the sign-in requirement of a workspace. */
const requirementFailure = (requirement: 'second-factor' | 'sso'): AppError =>
  requirement === 'sso'
    ? new AppError('forbidden', 'This workspace requires you to sign in with single sign-on', {
        reason: 'sso-required',
      })
    : new AppError('forbidden', 'This workspace requires you to sign in with a second factor', {
        reason: 'second-factor-required',
      });

/** Identifies the caller by a bearer token. */
type TokenCheck = (token: string) => Promise<Operator | undefined>;

type GuardDependencies = Pick<
  ConsoleDependencies,
  'db' | 'operators' | 'sessions' | 'operatorTokens' | 'workspaces'
>;

export const createOperatorGuard = ({
  db,
  operators,
  sessions,
  operatorTokens,
  workspaces,
}: GuardDependencies) => {
  const identify = async (request: FastifyRequest, checkToken: TokenCheck): Promise<Operator> => {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const token = bearer.exec(authorization)?.[1];
      const operator = token === undefined ? undefined : await checkToken(token);
      if (!operator) throw unauthenticated();
      return operator;
    }
    const session = readSessionCookie(request.headers.cookie);
    const operator = session === undefined ? undefined : await sessions.identify(session);
    if (!operator) throw unauthenticated();
    if (!readMethods.has(request.method) && request.headers[csrfHeader] === undefined)
      throw new AppError('forbidden', `Changes from a browser session need the header ${csrfHeader}: 1`);
    return operator;
  };

  const enter = async (
    operator: Operator,
    workspaceId: string,
    permission: Permission,
  ): Promise<Workspace> => {
    const role = isId(workspaceId) ? roleIn(operator, workspaceId) : undefined;
    const workspace = role === undefined ? undefined : await workspaces.find(db.query, workspaceId);
    // Operators outside of a workspace must not learn whether it exists.
    if (role === undefined || !workspace) throw new AppError('notFound', 'There is no such workspace');
    const unmet = unmetRequirement(operator, workspaceId);
    if (unmet) throw requirementFailure(unmet);
    if (!roleAllows(role, permission))
      throw new AppError('forbidden', `The role ${role} does not allow this (${permission})`);
    return workspace;
  };

  const check = async (
    request: FastifyRequest,
    checkToken: TokenCheck,
  ): Promise<{ operator: Operator | null; workspace: Workspace | null }> => {
    const { permission } = request.routeOptions.config;
    if (permission === 'anyone') return { operator: null, workspace: null };
    const operator = await identify(request, checkToken);
    if (permission === 'signed-in') return { operator, workspace: null };
    const { workspaceId } = request.params as { workspaceId: string };
    return { operator, workspace: await enter(operator, workspaceId, permission!) };
  };

  return {
    letIn: async (request: FastifyRequest): Promise<void> => {
      const byAddress: TokenCheck = (token) => operators.checkBearer({ token, address: request.ip });
      Object.assign(request, await check(request, byAddress));
    },

    /** Whether a request that was allowed would still be allowed. If the database does not answer, it is. */
    isStillAllowed: (request: FastifyRequest): Promise<boolean> =>
      check(request, operatorTokens.identify).then(
        () => true,
        (error) => !(error instanceof AppError),
      ),
  };
};

/** For changes to the own account: the operator, who must have signed in or confirmed their identity recently. */
export const recentPersonOf = (request: FastifyRequest): PersonOperator => {
  const operator = personOf(request);
  if (!operator.session.isRecent)
    throw new AppError('forbidden', 'Confirm your identity to continue: your last sign-in was too long ago', {
      reason: 'recent-sign-in-required',
    });
  return operator;
};

/** For routes about the account of the operator. */
export const personOf = (request: FastifyRequest): PersonOperator => {
  const operator = operatorOf(request);
  if (operator.kind === 'token')
    throw new AppError('forbidden', 'An operator token has no account: sign in as an operator');
  return operator;
};

/** For handlers behind the guard. */
export const operatorOf = (request: FastifyRequest): Operator => request.operator!;
/** For handlers of paths with a :workspaceId. */
export const workspaceOf = (request: FastifyRequest): Workspace => request.workspace!;
