import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  describeBrowser,
  type Operator,
  type OperatorSession,
  type OperatorSessionHolder,
  operatorSessionIdOf,
  readBrowser,
} from '../../../accounts/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { operatorOf } from '../access/operator-guard.ts';
import { readSessionCookie } from '../access/session-cookie.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Method, SecondFactor } from '../sign-in/session-view.ts';
import { Done, NullableText, Time, toTime } from '../wire/wire-schemas.ts';

const tags = ['Session'];

const OwnSession = Type.Object(
  {
    id: Type.String(),
    isCurrent: Type.Boolean({ description: 'Whether it is the session of this request' }),
    method: Method,
    secondFactor: SecondFactor,
    browser: Type.String({ examples: ['Firefox 133 on Windows'] }),
    browserName: NullableText({ description: 'null: unknown', examples: ['Firefox 133'] }),
    operatingSystem: NullableText({ description: 'null: unknown', examples: ['Windows'] }),
    address: Type.String({ description: 'IP address of the sign-in' }),
    createdAt: Time,
    lastSeenAt: Time,
    expiresAt: Time,
  },
  { title: 'OwnSession' },
);

const holderOf = ({ kind, id }: Operator): OperatorSessionHolder =>
  kind === 'token' ? { tokenId: id } : { operatorId: id };

const present = (session: OperatorSession, currentId: string | undefined) => {
  const browser = readBrowser(session.userAgent);
  return {
    id: operatorSessionIdOf(session),
    isCurrent: operatorSessionIdOf(session) === currentId,
    method: session.method,
    secondFactor: session.secondFactor,
    browser: describeBrowser(browser),
    browserName: browser.name,
    operatingSystem: browser.system,
    address: session.address,
    createdAt: toTime(session.createdAtMs),
    lastSeenAt: toTime(session.lastSeenAtMs),
    expiresAt: toTime(session.expiresAtMs),
  };
};

/** The own operator sessions: list and end them. */
export const createOwnSessionRoutes = (deps: RouteDependencies): Route[] => {
  const { db, sessions, write } = deps;

  /** undefined: the call came with an operator token, which needs no session. */
  const currentIdOf = (request: FastifyRequest): string | undefined => {
    const token = readSessionCookie(request.headers.cookie);
    return token === undefined || request.headers.authorization !== undefined
      ? undefined
      : sessions.idOf(token);
  };

  return [
    route({
      method: 'GET',
      url: '/sessions',
      permission: 'signed-in',
      schema: {
        tags,
        summary: 'List my sessions',
        description:
          'Most recently used first. For an operator token: the browsers that are signed in with it.',
        operationId: 'listMySessions',
        response: { 200: Type.Object({ items: Type.Array(OwnSession) }) },
      },
      handler: async (request) => {
        const currentId = currentIdOf(request);
        const open = await sessions.list(db.query, holderOf(operatorOf(request)));
        return { items: open.map((session) => present(session, currentId)) };
      },
    }),

    route({
      method: 'DELETE',
      url: '/sessions/:sessionId',
      permission: 'signed-in',
      audit: 'session.end',
      schema: {
        tags,
        summary: 'End a session',
        description: 'Ends one of my sessions.',
        operationId: 'endMySession',
        params: Type.Object({ sessionId: Type.String() }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const operator = operatorOf(request);
        const { sessionId } = request.params;
        await write(async (tx) => {
          if (!(await sessions.end(tx, holderOf(operator), sessionId)))
            throw new AppError('notFound', 'You have no such session');
          await record(tx, { targetId: operator.id, changes: { session: [sessionId, null] } });
        });
        return reply.status(204).send(null);
      },
    }),

    route({
      method: 'DELETE',
      url: '/sessions',
      permission: 'signed-in',
      audit: 'session.end',
      schema: {
        tags,
        summary: 'End my other sessions',
        description: 'Ends all my sessions except the current one.',
        operationId: 'endMyOtherSessions',
        response: { 200: Type.Object({ ended: Type.Integer() }) },
      },
      handler: async (request, _reply, record) => {
        const operator = operatorOf(request);
        return write(async (tx) => {
          const ended = await sessions.endOthers(tx, holderOf(operator), currentIdOf(request));
          await record(tx, { targetId: operator.id, changes: { others: [ended, 0] } });
          return { ended };
        });
      },
    }),
  ];
};
