import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { OperatorSessionHolder } from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf, personOf, recentPersonOf } from '../access/operator-guard.ts';
import {
  endedSessionCookie,
  readBrowserCookie,
  readSessionCookie,
  sessionCookie,
} from '../access/session-cookie.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Done, NewPassword } from '../wire/wire-schemas.ts';
import { isSecureRequest } from './public-origin.ts';
import { createSecondStep, SecondStep } from './second-step.ts';
import { createSessionOpening, OpenedSession, originOf } from './session-opening.ts';
import { createDescribeSession, Session } from './session-view.ts';

const tags = ['Session'];

const SignIn = Type.Object(
  {
    email: Type.Optional(Type.String({ maxLength: 254 })),
    password: Type.Optional(Type.String({ maxLength: 500 })),
    token: Type.Optional(
      Type.String({ maxLength: 500, description: 'Operator token, instead of e-mail and password' }),
    ),
  },
  { examples: [{ email: 'anna@example.com', password: '…' }] },
);

export const createSessionRoutes = (deps: RouteDependencies): Route[] => {
  const { db, operators, sessions, write } = deps;
  const isSecure = (request: FastifyRequest): boolean => isSecureRequest(request, deps.publicUrl);

  const describe = createDescribeSession(deps);
  const openSession = createSessionOpening(deps);
  const beginSecondStep = createSecondStep(deps);

  /** The operator or token of these credentials. */
  const authenticate = async ({
    body,
    ip: address,
    headers,
  }: FastifyRequest<{ Body: Static<typeof SignIn> }>): Promise<OperatorSessionHolder> => {
    if (body.token !== undefined)
      return { tokenId: (await operators.checkToken({ token: body.token, address })).id };
    const { email, password } = body;
    if (email === undefined || password === undefined)
      throw new AppError('invalidParameter', 'email and password, or token, is required');
    const browser = readBrowserCookie(headers.cookie);
    return { operatorId: (await operators.checkPassword({ email, password, address, browser })).id };
  };

  return [
    route({
      method: 'POST',
      url: '/session',
      permission: 'anyone',
      audit: 'session.open',
      schema: {
        tags,
        summary: 'Sign in',
        description:
          'Returns a session cookie, or the available methods if the account has a second factor. Changes made with the cookie need the header `X-Frontdesk-Console: 1`. Scripts send an operator token as a bearer token instead and need no session.',
        operationId: 'signIn',
        body: SignIn,
        response: { 200: Type.Union([OpenedSession, SecondStep]) },
      },
      handler: async (request, reply, record) => {
        const holder = await authenticate(request);
        const call = { request, reply, record };
        if ('tokenId' in holder) return openSession(call, holder, { method: 'token', secondFactor: null });
        const step = await beginSecondStep(request, reply, holder.operatorId);
        return step ?? openSession(call, holder, { method: 'password', secondFactor: null });
      },
    }),

    route({
      method: 'GET',
      url: '/session',
      permission: 'signed-in',
      schema: {
        tags,
        summary: 'Get the current session',
        description: 'Returns the signed-in operator or token with its workspaces and permissions.',
        operationId: 'getSession',
        response: { 200: Session },
      },
      handler: async (request) => describe(operatorOf(request)),
    }),

    route({
      method: 'DELETE',
      url: '/session',
      permission: 'signed-in',
      audit: 'session.close',
      schema: {
        tags,
        summary: 'Sign out',
        description: 'Ends the current session.',
        operationId: 'signOut',
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const token = readSessionCookie(request.headers.cookie);
        const { id } = operatorOf(request);
        if (token !== undefined)
          await write(async (tx) => {
            await sessions.close(tx, token);
            await record(tx, { targetId: id, changes: {} });
          });
        reply.header('Set-Cookie', endedSessionCookie(isSecure(request)));
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'PUT',
      url: '/session/password',
      permission: 'signed-in',
      audit: 'operator.password',
      schema: {
        tags,
        summary: 'Change my password',
        description: 'Ends all sessions of the account. The response contains a new session cookie.',
        operationId: 'changeMyPassword',
        body: Type.Object({
          currentPassword: Type.Optional(
            Type.String({ maxLength: 500, description: 'Required if the account has a password' }),
          ),
          newPassword: NewPassword,
        }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const operator = personOf(request);
        const { currentPassword, newPassword } = request.body;
        if ((await operators.findById(db.query, operator.id))?.passwordHash === '') recentPersonOf(request);
        else if (currentPassword === undefined)
          throw new AppError('invalidParameter', 'currentPassword is required');
        else
          await operators.checkPassword({
            email: operator.email,
            password: currentPassword,
            address: request.ip,
            browser: readBrowserCookie(request.headers.cookie),
          });
        const passwordHash = await operators.hashPassword(newPassword);
        const session = await write(async (tx) => {
          await operators.setPassword(tx, operator.id, { passwordHash, passwordChosen: true });
          await record(tx, { targetId: operator.id, changes: { password: ['••••', '••••'] } });
          return sessions.open(tx, { operatorId: operator.id }, originOf(request, operator.session));
        });
        reply.header('Set-Cookie', sessionCookie(session.token, isSecure(request)));
        return reply.status(204).send(null);
      },
    }),
  ];
};
