import { Type } from 'typebox';
import manifest from '../../../../package.json' with { type: 'json' };
import { isInstallationOwner } from '../../../accounts/index.ts';
import type { ProcessRegistry } from '../../../jobs/index.ts';
import { type Failure, type Operations, readNames } from '../../../operations/index.ts';
import type { Runtime } from '../../../runtime/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { operatorOf, workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { createLiveStreams, EventStream } from '../wire/live-stream.ts';
import { NullableText, Time, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Operations'];
const path = '/workspaces/:workspaceId';
const badgeIntervalMs = 2000;

const attentionFields = {
  openSessions: Type.Integer({ description: 'Open human sessions' }),
  documentsAtWork: Type.Integer(),
  failedDocuments: Type.Integer(),
  deadDeliveries: Type.Integer(),
  failedJobs: Type.Integer(),
};

const Attention = Type.Object(attentionFields, { title: 'Attention' });

const Overview = Type.Object(
  {
    agents: Type.Integer(),
    conversationsToday: Type.Integer({
      description: 'Conversations with a message today, without test chats',
    }),
    roundsToday: Type.Integer({ description: 'Without test chats' }),
    failedRoundsToday: Type.Integer({ description: 'Without test chats' }),
    missedHandoffsToday: Type.Integer({
      description: 'Human sessions that ended today without a reply, without test chats',
    }),
    missedInboxSessionsToday: Type.Integer({ description: 'Those of them that are sessions of the inbox' }),
    testRoundsToday: Type.Integer({ description: 'Rounds of test chats in the console' }),
    ...attentionFields,
  },
  { title: 'Overview' },
);

const FailureView = Type.Object(
  {
    kind: oneOf(['round', 'document', 'delivery', 'job']),
    id: Type.String(),
    agentId: NullableText(),
    agentName: NullableText(),
    conversationId: NullableText(),
    title: Type.String({
      description:
        'Question of the round, name of the document, content of the delivery, or queue of the job',
    }),
    deliveryKind: NullableText({ description: 'Only for deliveries', examples: ['reply'] }),
    deliveryTarget: Type.Union([oneOf(['message', 'human_service', 'channel']), Type.Null()], {
      description: 'Only for deliveries',
    }),
    reason: Type.String(),
    at: Time,
  },
  { title: 'OperationFailure' },
);

const ServiceView = Type.Object(
  {
    version: Type.String(),
    database: oneOf(['sqlite', 'postgres']),
    databaseMs: Type.Number({ description: 'Latency of a database query' }),
    liveRounds: Type.Integer({ description: 'Rounds running in the process that responds' }),
    processes: Type.Array(
      Type.Object({
        id: Type.String(),
        host: Type.Union([Type.String(), Type.Null()], {
          description: 'Only for operator tokens of the installation',
        }),
        startedAt: Time,
        isThis: Type.Boolean(),
      }),
    ),
  },
  { title: 'Service' },
);

const present = ({ atMs, ...failure }: Failure, agentNames: ReadonlyMap<string, string>) => ({
  ...failure,
  agentName: agentNames.get(failure.agentId ?? '') ?? null,
  at: toTime(atMs),
});

interface OverviewDependencies {
  operations: Operations;
  processes: ProcessRegistry;
  runtime: Runtime;
}

/** Key figures of the workspace and its failures. */
export const createOverviewRoutes = ({
  operations,
  processes,
  runtime,
  db,
  streamAccess,
}: RouteDependencies & OverviewDependencies): Route[] => {
  const streams = createLiveStreams(streamAccess);

  return [
    route({
      method: 'GET',
      url: `${path}/overview`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'Get the workspace overview',
        description: 'Returns the numbers of today and what needs attention.',
        operationId: 'getOverview',
        params: WorkspaceParams,
        querystring: Type.Object({
          utcOffsetMinutes: Type.Integer({
            minimum: -840,
            maximum: 840,
            default: 0,
            description: 'Offset from UTC at which today begins, positive to the east',
          }),
        }),
        response: { 200: Overview },
      },
      handler: (request) => operations.overview(workspaceOf(request).id, request.query.utcOffsetMinutes),
    }),

    route({
      method: 'GET',
      url: `${path}/failures`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'List failures',
        description:
          'Failed rounds, documents, deliveries and jobs in one list, newest first. Request the next page with `before`. Failures of the same millisecond are on the same page, which can therefore be longer than `limit`.',
        operationId: 'listFailures',
        params: WorkspaceParams,
        querystring: Type.Object({
          before: Type.Optional(Type.Integer({ minimum: 0, description: 'Unix time in milliseconds' })),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
        }),
        response: {
          200: Type.Object({
            items: Type.Array(FailureView),
            nextBefore: Type.Union([Type.Integer(), Type.Null()]),
          }),
        },
      },
      handler: async (request) => {
        // Without an end, so that a clock that was set back does not hide earlier failures.
        const { before: beforeMs = Number.MAX_SAFE_INTEGER, limit } = request.query;
        const workspaceId = workspaceOf(request).id;
        const { failures, nextBeforeMs } = await operations.failures({ workspaceId, beforeMs, limit });
        const agentIds = failures.flatMap(({ agentId }) => agentId ?? []);
        const names = await readNames(db.query, 'agent', agentIds);
        return { items: failures.map((failure) => present(failure, names)), nextBefore: nextBeforeMs };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/events`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'Stream attention counts',
        description:
          'Server-sent events named `attention` with the numbers of the overview that need attention, when they change. The stream ends after one minute; connect again.',
        operationId: 'followAttention',
        params: WorkspaceParams,
        response: { 200: EventStream('Events with changed numbers', { attention: Attention }) },
      },
      handler: async (request, reply) => {
        const { id } = workspaceOf(request);
        streams.followChanges(reply, 'attention', () => operations.attention(id), badgeIntervalMs);
        return reply;
      },
    }),

    route({
      method: 'GET',
      url: `${path}/service`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'Get service status',
        description: 'Returns version, database latency and running processes of the service.',
        operationId: 'getService',
        params: WorkspaceParams,
        response: { 200: ServiceView },
      },
      handler: async (request) => {
        const startedAt = performance.now();
        const running = await processes.list();
        const databaseMs = Math.round((performance.now() - startedAt) * 100) / 100;
        const showsHosts = isInstallationOwner(operatorOf(request));
        return {
          version: manifest.version,
          database: db.kind,
          databaseMs,
          liveRounds: runtime.liveCount,
          processes: running.map((one) => ({
            id: one.id,
            // Only operators of the whole installation see its processes.
            host: showsHosts ? one.host : null,
            startedAt: toTime(one.startedAtMs),
            isThis: one.id === processes.id,
          })),
        };
      },
    }),
  ];
};
