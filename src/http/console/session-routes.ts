import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Operator, permissionTable, roleIn } from '../../accounts/index.ts';
import { AppError } from '../../lib/errors.ts';
import { networkOf } from '../../lib/ip-address.ts';
import type { ConsoleScope, RouteDependencies } from './console-dependencies.ts';
import { operatorOf } from './operator-guard.ts';
import { endedSessionCookie, readSessionCookie, sessionCookie } from './session-cookie.ts';
import { Done, NewPassword, Role, Time, toTime } from './wire-schemas.ts';

const tags = ['Session'];

/** More workspaces than this are found through the list, not through the session. */
const maxShownWorkspaces = 1000;

const Session = Type.Object(
  {
    kind: Type.Union([Type.Literal('person'), Type.Literal('token')]),
    id: Type.String(),
    name: Type.String(),
    email: Type.Union([Type.String(), Type.Null()]),
    workspaces: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), role: Role })),
    permissions: Type.Record(Type.String(), Role, {
      description: 'The least role that may do each thing in a workspace',
    }),
  },
  { title: 'Session' },
);

const SignIn = Type.Object(
  {
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.String({ maxLength: 500 })),
    token: Type.Optional(Type.String({ maxLength: 500, description: 'An operator token instead' })),
  },
  { examples: [{ email: 'anna@example.com', password: '…' }] },
);

export const registerSessionRoutes = (scope: ConsoleScope, deps: RouteDependencies): void => {
  const { db, operators, workspaces, write } = deps;
  const isSecure = (request: FastifyRequest): boolean =>
    request.protocol === 'https' || deps.publicUrl?.startsWith('https:') === true;

  const describe = async (operator: Operator) => {
    const ids = operator.kind === 'token' ? undefined : operator.memberships.map((one) => one.workspaceId);
    const { workspaces: visible } = await workspaces.list(ids, { offset: 0, limit: maxShownWorkspaces });
    return {
      kind: operator.kind,
      id: operator.id,
      name: operator.name,
      email: operator.kind === 'person' ? operator.email : null,
      workspaces: visible.map(({ id, name }) => ({ id, name, role: roleIn(operator, id) ?? 'viewer' })),
      permissions: permissionTable,
    };
  };

  const authenticate = async (
    body: { email?: string; password?: string; token?: string },
    address: string,
  ): Promise<Operator> => {
    if (body.token !== undefined) return operators.checkToken({ token: body.token, address });
    const { email, password } = body;
    if (email === undefined || password === undefined)
      throw new AppError('invalidParameter', 'email and password are required, or token');
    const { id, name, ...row } = await operators.checkPassword({ email, password, address });
    return {
      kind: 'person',
      id,
      name,
      email: row.email,
      memberships: await operators.memberships(db.query, id),
    };
  };

  scope.post(
    '/session',
    {
      config: { permission: 'anyone' },
      schema: {
        tags,
        summary: 'Sign in',
        description:
          'Answers with a session cookie. Changes made with the cookie need the header `X-Frontdesk-Console: 1`. Automation sends an operator token as a bearer token instead and needs no session.',
        operationId: 'signIn',
        body: SignIn,
        response: { 200: Type.Object({ session: Session, expiresAt: Time }) },
      },
    },
    async (request, reply) => {
      const operator = await authenticate(request.body, networkOf(request.ip));
      request.operator = operator;
      const session = await write(request, async (tx, record) => {
        await record({ action: 'session.open', targetKind: 'operator', targetId: operator.id, changes: {} });
        return operators.openSession(
          tx,
          operator.kind === 'token' ? { tokenId: operator.id } : { operatorId: operator.id },
        );
      });
      reply.header('Set-Cookie', sessionCookie(session.token, isSecure(request)));
      return { session: await describe(operator), expiresAt: toTime(session.expiresAtMs) };
    },
  );

  scope.get(
    '/session',
    {
      config: { permission: 'signed-in' },
      schema: { tags, summary: 'Who am I', operationId: 'getSession', response: { 200: Session } },
    },
    async (request) => describe(operatorOf(request)),
  );

  scope.delete(
    '/session',
    {
      config: { permission: 'signed-in' },
      schema: { tags, summary: 'Sign out', operationId: 'signOut', response: { 204: Done } },
    },
    async (request, reply) => {
      const token = readSessionCookie(request.headers.cookie);
      const { id } = operatorOf(request);
      if (token !== undefined)
        await write(request, async (tx, record) => {
          await operators.closeSession(tx, token);
          await record({ action: 'session.close', targetKind: 'operator', targetId: id, changes: {} });
        });
      reply.header('Set-Cookie', endedSessionCookie(isSecure(request)));
      return reply.status(204).send(null);
    },
  );

  scope.put(
    '/session/password',
    {
      config: { permission: 'signed-in' },
      schema: {
        tags,
        summary: 'Change my password',
        description: 'Every session of the old password ends; the answer carries a new one.',
        operationId: 'changeMyPassword',
        body: Type.Object({ currentPassword: Type.String({ maxLength: 500 }), newPassword: NewPassword }),
        response: { 204: Done },
      },
    },
    async (request, reply) => {
      const operator = operatorOf(request);
      if (operator.kind === 'token') throw new AppError('forbidden', 'An operator token has no password');
      const { currentPassword, newPassword } = request.body;
      await operators.checkPassword({
        email: operator.email,
        password: currentPassword,
        address: networkOf(request.ip),
      });
      const passwordHash = await operators.hashPassword(newPassword);
      const session = await write(request, async (tx, record) => {
        await operators.setPassword(tx, operator.id, passwordHash);
        await record({
          action: 'operator.password',
          targetKind: 'operator',
          targetId: operator.id,
          changes: { password: ['••••', '••••'] },
        });
        return operators.openSession(tx, { operatorId: operator.id });
      });
      reply.header('Set-Cookie', sessionCookie(session.token, isSecure(request)));
      return reply.status(204).send(null);
    },
  );
};
