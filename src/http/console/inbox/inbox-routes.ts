import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Handoff, InboxCursor, InboxPlace, InboxQueue } from '../../../handoff/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';
import { createPresentInboxSessions, InboxCounts, InboxSessionView, presentCounts } from './inbox-view.ts';

export const inboxTags = ['Inbox'];
export const inboxPath = '/workspaces/:workspaceId/inbox';
export const InboxSessionParams = Type.Object({ workspaceId: Type.String(), sessionId: Type.String() });

const mostOperators = 500;

/** The person who calls. Undefined for an operator token, which does not belong to a person. */
export const replierOf = (request: FastifyRequest): string | undefined => {
  const operator = operatorOf(request);
  return operator.kind === 'person' ? operator.id : undefined;
};

/** The session in the path. */
export const placeOf = (
  request: { params: Static<typeof InboxSessionParams> } & Parameters<typeof workspaceOf>[0],
): InboxPlace => ({ workspaceId: workspaceOf(request).id, sessionId: request.params.sessionId });

const readCursor = (text: string | undefined): InboxCursor | undefined => {
  if (text === undefined) return undefined;
  const [time, id] = text.split('-');
  return { atMs: Number(time), id: id! };
};

/** Operators read the queues of the inbox. */
export const createInboxRoutes = ({
  handoff: { inbox },
  db,
  operators,
}: RouteDependencies & { handoff: Handoff }): Route[] => {
  const present = createPresentInboxSessions({ db, operators, canMail: inbox.canMail });

  return [
    route({
      method: 'GET',
      url: `${inboxPath}/sessions`,
      permission: 'conversation:read',
      schema: {
        tags: inboxTags,
        summary: 'List inbox sessions',
        description:
          'Human sessions that operators answer in the console. Open sessions: oldest first; closed sessions and mentions: newest first.',
        operationId: 'listInboxSessions',
        params: WorkspaceParams,
        querystring: Type.Object({
          queue: oneOf(
            [
              'waiting',
              'mine',
              'open',
              'left_message',
              'snoozed',
              'mentions',
              'closed',
            ] satisfies InboxQueue[],
            'waiting: nobody has taken them; mine: I have; open: all of them; left_message: the user left a message because nobody answered; snoozed: not in these queues until a time; mentions: open or closed, with notes that mention me',
          ),
          agentId: Type.Optional(Type.String()),
          labelId: Type.Optional(Type.String({ description: 'Only sessions with this label' })),
          missed: Type.Optional(
            Type.Boolean({ description: 'true: only sessions in which nobody replied to the user' }),
          ),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
          cursor: Type.Optional(
            Type.String({
              pattern: '^[0-9]{1,15}-[0-9a-f]{24}$',
              description: '`nextCursor` of the page before',
            }),
          ),
        }),
        response: {
          200: Type.Object(
            {
              items: Type.Array(InboxSessionView),
              nextCursor: Type.Union([Type.String(), Type.Null()], {
                description: 'null: this is the last page',
              }),
              counts: InboxCounts,
            },
            { title: 'InboxPage' },
          ),
        },
      },
      handler: async (request) => {
        const { queue, agentId, labelId, missed, limit, cursor } = request.query;
        const workspaceId = workspaceOf(request).id;
        const operatorId = replierOf(request);
        const [found, totals] = await Promise.all([
          inbox.list({
            workspaceId,
            queue,
            operatorId,
            agentId,
            labelId,
            isMissed: missed,
            after: readCursor(cursor),
            limit: limit + 1,
          }),
          inbox.totals(workspaceId),
        ]);
        const sessions = found.slice(0, limit);
        const last = found.length > limit ? sessions.at(-1) : undefined;
        const lastAtMs = queue === 'closed' ? last?.closedAtMs : last?.createdAtMs;
        return {
          items: await present(workspaceId, sessions),
          nextCursor: last ? `${lastAtMs}-${last.id}` : null,
          counts: presentCounts(totals, operatorId),
        };
      },
    }),

    route({
      method: 'GET',
      url: `${inboxPath}/operators`,
      permission: 'inbox:write',
      schema: {
        tags: inboxTags,
        summary: 'List operators who can be assigned',
        description: 'Active operators of the workspace who may answer users, by name. At most 500.',
        operationId: 'listInboxOperators',
        params: WorkspaceParams,
        response: {
          200: Type.Object({
            items: Type.Array(
              Type.Object(
                {
                  id: Type.String(),
                  name: Type.String(),
                  isAvailable: Type.Boolean({
                    description: 'false: away, by choice or because they do not have the inbox open',
                  }),
                  open: Type.Integer({ description: 'Open sessions of the operator, without snoozed ones' }),
                },
                { title: 'InboxOperator' },
              ),
            ),
          }),
        },
      },
      handler: async (request) => {
        const workspaceId = workspaceOf(request).id;
        const [people, available, { openByAssignee }] = await Promise.all([
          operators.listAllowed(workspaceId, 'inbox:write', mostOperators),
          inbox.presence.listAvailable(workspaceId),
          inbox.totals(workspaceId),
        ]);
        return {
          items: people.map(({ id, name }) => ({
            id,
            name,
            isAvailable: available.has(id),
            open: openByAssignee.get(id) ?? 0,
          })),
        };
      },
    }),

    route({
      method: 'GET',
      url: `${inboxPath}/sessions/:sessionId`,
      permission: 'conversation:read',
      schema: {
        tags: inboxTags,
        summary: 'Get an inbox session',
        description: 'List messages returns the conversation of the session.',
        operationId: 'getInboxSession',
        params: InboxSessionParams,
        response: { 200: InboxSessionView },
      },
      handler: async (request) => {
        const workspaceId = workspaceOf(request).id;
        const session = await inbox.find({ workspaceId, sessionId: request.params.sessionId });
        return (await present(workspaceId, [session]))[0]!;
      },
    }),
  ];
};
