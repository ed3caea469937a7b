import { Type } from 'typebox';
import type { Analytics, ReportFilter } from '../../../analytics/index.ts';
import { readNames } from '../../../operations/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { dayName } from '../wire/day-range.ts';
import {
  NullableText,
  NullableTime,
  Time,
  toNullableTime,
  toTime,
  WorkspaceParams,
} from '../wire/wire-schemas.ts';
import {
  AnalyticsFigures,
  AnalyticsOfAgent,
  AnalyticsOfDay,
  presentFigures,
  presentSums,
} from './analytics-view.ts';
import { type Period, PeriodQuery, periodBefore, readPeriod } from './period.ts';

const path = '/workspaces/:workspaceId/analytics';
const tags = ['Analytics'];
/** Items of a list. */
const mostItems = 100;
const mostToolNames = 200;

const Day = Type.String({ format: 'date', examples: ['2026-08-01'] });
const PeriodView = Type.Object({ from: Day, to: Day }, { title: 'AnalyticsPeriod' });
const TimeZone = Type.String({
  maxLength: 64,
  description: 'IANA time zone in which days begin',
  examples: ['Europe/Berlin'],
});

const AnalyticsReport = Type.Object(
  {
    timeZone: TimeZone,
    updatedAt: NullableTime,
    isIncomplete: Type.Boolean({
      description: 'The figures are still being counted, or moved to another time zone',
    }),
    period: PeriodView,
    previousPeriod: PeriodView,
    total: AnalyticsFigures,
    previous: AnalyticsFigures,
    days: Type.Array(AnalyticsOfDay, { description: 'Days with activity, oldest first' }),
    agents: Type.Array(AnalyticsOfAgent, {
      description: 'Agents with activity, most conversations first; empty for the report of one agent',
    }),
    channels: Type.Array(Type.String(), { description: 'Channels with activity, in any period' }),
  },
  { title: 'AnalyticsReport' },
);

const DocumentUse = {
  agentId: Type.String(),
  agentName: Type.String(),
  documentId: Type.String(),
  name: NullableText({ description: 'null: the document was deleted' }),
  knowledgeBaseId: NullableText(),
};

const AnalyticsDocuments = Type.Object(
  {
    used: Type.Array(
      Type.Object({
        ...DocumentUse,
        citations: Type.Integer({ description: 'Rounds whose reply cites the document' }),
      }),
      { description: `Most used first; at most ${mostItems}` },
    ),
    unused: Type.Object({
      total: Type.Integer(),
      items: Type.Array(Type.Object({ ...DocumentUse, createdAt: Time }), {
        description: `Documents that no reply cites, oldest first; at most ${mostItems}`,
      }),
    }),
  },
  { title: 'AnalyticsDocuments' },
);

const AnalyticsTool = Type.Object(
  {
    agentId: Type.String(),
    agentName: Type.String(),
    tool: Type.String(),
    calls: Type.Integer(),
    failures: Type.Integer(),
  },
  { title: 'AnalyticsTool' },
);

const presentPeriod = ({ firstDay, lastDay }: Period) => ({ from: dayName(firstDay), to: dayName(lastDay) });

/** Figures of agents over time. */
export const createAnalyticsRoutes = ({
  analytics,
  clock,
  db,
  write,
}: RouteDependencies & { analytics: Analytics }): Route[] => {
  const namesOf = async (items: readonly { agentId: string }[]) => {
    const ids = [...new Set(items.map(({ agentId }) => agentId))];
    const names = await readNames(db.query, 'agent', ids);
    return (id: string): string => names.get(id) ?? '';
  };

  const filterOf = async (
    workspaceId: string,
    query: { days?: number; from?: string; to?: string; agentId?: string; channel?: string },
  ): Promise<ReportFilter> => {
    const { timeZone } = await analytics.state(workspaceId);
    const { agentId, channel } = query;
    return { workspaceId, agentId, channel, ...readPeriod(query, timeZone, clock.nowMs()) };
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'Get analytics',
        description:
          'Figures of a period of whole days, of each day, and of the period before it, without test chats and deleted conversations. Figures follow changes within a minute.',
        operationId: 'getAnalytics',
        params: WorkspaceParams,
        querystring: Type.Object(PeriodQuery),
        response: { 200: AnalyticsReport },
      },
      handler: async (request) => {
        const workspaceId = workspaceOf(request).id;
        const { timeZone, isIncomplete, updatedAtMs } = await analytics.state(workspaceId);
        const period = readPeriod(request.query, timeZone, clock.nowMs());
        const { agentId, channel } = request.query;
        const filter = { workspaceId, agentId, channel, ...period };
        const previousPeriod = periodBefore(period);
        const [report, previous, agents, channels] = await Promise.all([
          analytics.report(filter),
          analytics.report({ ...filter, ...previousPeriod }),
          agentId === undefined ? analytics.byAgent(filter) : [],
          analytics.channels(workspaceId),
        ]);
        const nameOf = await namesOf(agents);
        return {
          timeZone,
          updatedAt: toNullableTime(updatedAtMs),
          isIncomplete,
          period: presentPeriod(period),
          previousPeriod: presentPeriod(previousPeriod),
          total: presentFigures(report.total),
          previous: presentFigures(previous.total),
          days: report.days.map(({ day, ...figures }) => ({ day: dayName(day), ...presentFigures(figures) })),
          agents: agents
            .toSorted((left, right) => right.counters.conversations - left.counters.conversations)
            .map((agent) => ({
              agentId: agent.agentId,
              agentName: nameOf(agent.agentId),
              ...presentSums(agent.counters),
            })),
          channels,
        };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/documents`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'List used and unused documents',
        description: 'Documents by the number of replies that cite them, and documents that no reply cites.',
        operationId: 'getDocumentAnalytics',
        params: WorkspaceParams,
        querystring: Type.Object(PeriodQuery),
        response: { 200: AnalyticsDocuments },
      },
      handler: async (request) => {
        const filter = await filterOf(workspaceOf(request).id, request.query);
        const used = await analytics.usedDocuments(filter, mostItems);
        const unused = await analytics.unusedDocuments(filter, mostItems);
        const nameOf = await namesOf([...used, ...unused.items]);
        return {
          used: used.map((item) => ({ ...item, agentName: nameOf(item.agentId) })),
          unused: {
            total: unused.total,
            items: unused.items.map(({ createdAtMs, ...item }) => ({
              ...item,
              agentName: nameOf(item.agentId),
              createdAt: toTime(createdAtMs),
            })),
          },
        };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/tools`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'List calls of tools',
        description: `Tools with calls, most failures first; at most ${mostItems}.`,
        operationId: 'getToolAnalytics',
        params: WorkspaceParams,
        querystring: Type.Object(PeriodQuery),
        response: { 200: Type.Object({ items: Type.Array(AnalyticsTool) }) },
      },
      handler: async (request) => {
        const filter = await filterOf(workspaceOf(request).id, request.query);
        const items = await analytics.tools(filter, mostItems);
        const nameOf = await namesOf(items);
        return { items: items.map((item) => ({ ...item, agentName: nameOf(item.agentId) })) };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/tool-names`,
      // For the search of conversations.
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List names of tools',
        description: `Tools that the agents have called, by name; at most ${mostToolNames}. Test chats do not count.`,
        operationId: 'listToolNames',
        params: WorkspaceParams,
        querystring: Type.Object({ agentId: PeriodQuery.agentId }),
        response: { 200: Type.Object({ items: Type.Array(Type.String()) }) },
      },
      handler: async (request) => ({
        items: await analytics.toolNames(
          { workspaceId: workspaceOf(request).id, agentId: request.query.agentId },
          mostToolNames,
        ),
      }),
    }),

    route({
      method: 'PUT',
      url: `${path}/time-zone`,
      permission: 'operation:write',
      audit: 'workspace.time-zone',
      schema: {
        tags,
        summary: 'Set the time zone of analytics',
        description: 'Days begin in this time zone. Existing figures are moved in the background.',
        operationId: 'setAnalyticsTimeZone',
        params: WorkspaceParams,
        body: Type.Object({ timeZone: TimeZone }),
        response: { 200: Type.Object({ timeZone: TimeZone }) },
      },
      handler: async (request, _reply, record) => {
        const workspaceId = workspaceOf(request).id;
        const { timeZone } = request.body;
        const before = (await analytics.state(workspaceId)).timeZone;
        await write(async (tx) => {
          await analytics.setTimeZone(tx, workspaceId, timeZone);
          await record(tx, { targetId: workspaceId, changes: { timeZone: [before, timeZone] } });
        });
        return { timeZone };
      },
    }),
  ];
};
