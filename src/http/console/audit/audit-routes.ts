import { type Static, Type } from 'typebox';
import { actorName, workspacesWhere } from '../../../accounts/index.ts';
import type { AuditFilter, NamedAuditEntry } from '../../../audit/index.ts';
import { fromSecondsOrMs } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { TimeFilter } from '../wire/time-filter.ts';
import { NullableText, Time, toTime } from '../wire/wire-schemas.ts';

const AuditEntry = Type.Object(
  {
    id: Type.String(),
    workspaceId: Type.Union([Type.String(), Type.Null()]),
    actor: Type.String({
      description:
        'Value for the filter `actor`: the e-mail address of an operator, `token` and its name, `command line`, `first start`, or `nobody`',
    }),
    actorKind: oneOf(
      ['operator', 'token', 'command-line', 'first-start', 'unknown'],
      'unknown: a request without a sign-in, for example a refused sign-in',
    ),
    actorName: NullableText({
      description: 'Name of the operator or token; null for other actors and for deleted operators',
    }),
    action: Type.String({ examples: ['agent.update'] }),
    targetKind: Type.String(),
    targetId: Type.String(),
    targetName: NullableText({
      description:
        'Name of the agent, document, table …, subject of the conversation, or question of the round; null if it was deleted or has no name',
    }),
    changes: Type.Record(Type.String(), Type.Array(Type.Unknown(), { minItems: 2, maxItems: 2 }), {
      description: 'Field → [before, after]; secrets are masked',
      examples: [{ 'settings.memory.longTerm': [true, false] }],
    }),
    createdAt: Time,
  },
  { title: 'AuditEntry' },
);

const Query = Type.Object({
  ...PageQuery,
  workspaceId: Type.Optional(Type.String()),
  actor: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
  targetKind: Type.Optional(Type.String()),
  targetId: Type.Optional(Type.String()),
  ...TimeFilter,
});

const present = ({ createdAtMs, ...entry }: NamedAuditEntry) => ({
  ...entry,
  createdAt: toTime(createdAtMs),
});

const readFilter = (query: Static<typeof Query>): AuditFilter => ({
  actor: query.actor,
  action: query.action,
  targetKind: query.targetKind,
  targetId: query.targetId,
  fromMs: query.from === undefined ? undefined : fromSecondsOrMs(query.from),
  beforeMs: query.before === undefined ? undefined : fromSecondsOrMs(query.before),
});

export const createAuditRoutes = ({ audit }: RouteDependencies): Route[] => [
  route({
    method: 'GET',
    url: '/audit',
    permission: 'signed-in',
    schema: {
      tags: ['Audit'],
      summary: 'List audit entries',
      description:
        'Newest first. Contains the entries of workspaces that I may read, and my own changes. A token with the role owner in every workspace sees all entries.',
      operationId: 'listAuditEntries',
      querystring: Query,
      response: { 200: Paged(AuditEntry) },
    },
    handler: async (request) => {
      const operator = operatorOf(request);
      const { workspaceId } = request.query;
      const readable = workspacesWhere(operator, 'audit:read');
      if (workspaceId !== undefined && readable?.includes(workspaceId) === false)
        throw new AppError('notFound', 'There is no such workspace');
      const filter: AuditFilter = { ...readFilter(request.query), workspaceId };
      if (readable !== undefined) filter.visibleTo = { workspaceIds: readable, actor: actorName(operator) };
      const { entries, total } = await audit.list(filter, rangeOf(request.query));
      return paged(entries.map(present), total, request.query);
    },
  }),
];
