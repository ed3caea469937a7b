import { type Static, type TObject, Type } from 'typebox';
import { type HandoffFigures, type Operations, readNames } from '../../../operations/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import {
  DayRangeQuery,
  dayName,
  daysOf,
  longestDays,
  ordinaryDays,
  readDayRange,
} from '../wire/day-range.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';

const Count = Type.Integer();

const figureFields = {
  handoffs: Type.Integer({ description: 'Human sessions that started' }),
  answered: Type.Integer({ description: 'Sessions in which a person replied' }),
  open: Type.Integer({ description: 'Sessions that are not closed yet' }),
  missed: Type.Object(
    { notTaken: Count, noReply: Count, userLeft: Count, unreachable: Count },
    { description: 'Sessions that ended without a reply, by reason' },
  ),
  medianFirstReplySeconds: Type.Union([Type.Number(), Type.Null()], {
    description: 'Median of the time from the start to the first reply; null: nobody replied',
  }),
  closed: Type.Object(
    { human: Count, user: Count, timeout: Count, operator: Count, unreachable: Count },
    { description: 'Closed sessions, by who or what ended them' },
  ),
  closedReasons: Type.Object(
    { resolved: Count, noAnswer: Count, spam: Count, other: Count },
    { description: 'Reasons of operators who closed sessions in the inbox' },
  ),
  ratings: Type.Object(
    {
      count: Count,
      average: Type.Union([Type.Number(), Type.Null()], { description: 'null: nobody rated a session' }),
      stars: Type.Object(
        { '1': Count, '2': Count, '3': Count, '4': Count, '5': Count },
        { description: 'Number of ratings, from 1 (bad) to 5' },
      ),
    },
    { description: 'How users rated the sessions after their end' },
  ),
};

const Figures = Type.Object(figureFields, { title: 'HandoffFigures' });
const agentFields = { agentId: Type.String(), agentName: Type.String() };
const dayFields = { day: Type.String({ format: 'date', examples: ['2026-08-01'] }) };
const listOf = <Item extends TObject>(item: Item, description: string) => Type.Array(item, { description });

const Report = Type.Object(
  {
    total: Figures,
    days: Type.Array(Type.String({ format: 'date' }), {
      description: 'All days of the range, also without handoffs',
    }),
    byDay: listOf(Type.Object({ ...dayFields, ...figureFields }), 'Days with handoffs, oldest first'),
    byAgent: listOf(
      Type.Object({ ...agentFields, ...figureFields }),
      'Agents with handoffs, most handoffs first',
    ),
    items: listOf(
      Type.Object({ ...dayFields, ...agentFields, ...figureFields }, { title: 'HandoffsOfDay' }),
      'By day and agent, oldest day first',
    ),
  },
  { title: 'HandoffReport' },
);

const present = ({ medianFirstReplyMs, ratings, ...figures }: HandoffFigures): Static<typeof Figures> => ({
  ...figures,
  ratings: {
    ...ratings,
    average: ratings.average === null ? null : Math.round(ratings.average * 100) / 100,
  },
  medianFirstReplySeconds: medianFirstReplyMs === null ? null : Math.round(medianFirstReplyMs / 100) / 10,
});

/** How many users were handed off to people, and how they were answered. */
export const createHandoffReportRoutes = ({
  operations,
  clock,
  db,
}: RouteDependencies & { operations: Operations }): Route[] => [
  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/handoffs/report',
    permission: 'operation:read',
    schema: {
      tags: ['Human service'],
      summary: 'Get the handoff report',
      description: `Handoffs by the day on which they started and by agent, without test chats. Default: the last ${ordinaryDays} days; at most ${longestDays}. Deleted conversations are not included.`,
      operationId: 'getHandoffReport',
      params: WorkspaceParams,
      querystring: Type.Object({ ...DayRangeQuery, agentId: Type.Optional(Type.String()) }),
      response: { 200: Report },
    },
    handler: async (request) => {
      const { agentId, utcOffsetMinutes, from, before } = request.query;
      const range = readDayRange({ from, before }, clock.nowMs());
      const workspaceId = workspaceOf(request).id;
      const report = await operations.handoffReport({ workspaceId, agentId, utcOffsetMinutes, ...range });
      const names = await readNames(
        db.query,
        'agent',
        report.byAgent.map((group) => group.agentId),
      );
      const nameOf = (id: string): string => names.get(id) ?? '';
      return {
        total: present(report.total),
        days: daysOf(range, utcOffsetMinutes),
        byDay: report.byDay.map(({ day, figures }) => ({ day: dayName(day), ...present(figures) })),
        byAgent: report.byAgent.map(({ agentId: id, figures }) => ({
          agentId: id,
          agentName: nameOf(id),
          ...present(figures),
        })),
        items: report.byDayAndAgent.map(({ day, agentId: id, figures }) => ({
          day: dayName(day),
          agentId: id,
          agentName: nameOf(id),
          ...present(figures),
        })),
      };
    },
  }),
];
