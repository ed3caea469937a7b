import { Type } from 'typebox';
import { readNames } from '../../../operations/index.ts';
import type { ReadUsage, UsageOfDay } from '../../../usage/index.ts';
import { type Route, route } from '../../route.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { CreditText } from '../conversations/conversation-view.ts';
import {
  DayRangeQuery,
  dayName,
  daysOf,
  longestDays,
  ordinaryDays,
  readDayRange,
} from '../wire/day-range.ts';
import { WorkspaceParams } from '../wire/wire-schemas.ts';
import { formatCredits } from './credit-routes.ts';

const UsageItem = Type.Object(
  {
    day: Type.String({ format: 'date', examples: ['2026-08-01'] }),
    agentId: Type.String(),
    agentName: Type.String(),
    kind: Type.String({ description: 'Kind of usage', examples: ['chat', 'knowledge_doc_indexing'] }),
    model: Type.String(),
    isTest: Type.Boolean({
      description: 'Usage of test chats in the console. It is charged like other usage.',
    }),
    entries: Type.Integer({ description: 'Number of entries; for chat: rounds' }),
    promptTokens: Type.Integer(),
    completionTokens: Type.Integer(),
    credits: CreditText,
  },
  { title: 'Usage' },
);

const present = ({ day, creditsNano, ...usage }: UsageOfDay, agentNames: ReadonlyMap<string, string>) => ({
  ...usage,
  agentName: agentNames.get(usage.agentId) ?? '',
  day: dayName(day),
  credits: formatCredits(creditsNano),
});

/** Usage and credits spent, from the ledger. */
export const createUsageRoutes = ({
  readUsage,
  clock,
  db,
}: RouteDependencies & { readUsage: ReadUsage }): Route[] => [
  route({
    method: 'GET',
    url: '/workspaces/:workspaceId/usage',
    permission: 'credit:read',
    schema: {
      tags: ['Credits'],
      summary: 'List usage',
      description: `Usage by day, agent and model, oldest day first. Default: the last ${ordinaryDays} days; at most ${longestDays}. Days without usage have no items, but are listed in \`days\`.`,
      operationId: 'listUsage',
      params: WorkspaceParams,
      querystring: Type.Object({
        ...DayRangeQuery,
        agentId: Type.Optional(Type.String()),
      }),
      response: {
        200: Type.Object({
          items: Type.Array(UsageItem),
          days: Type.Array(Type.String({ format: 'date' }), {
            description: 'All days of the range, also without usage',
          }),
          credits: CreditText,
          testCredits: Type.String({ description: 'Part of `credits` that test chats used' }),
        }),
      },
    },
    handler: async (request) => {
      const { agentId, utcOffsetMinutes, from, before } = request.query;
      const range = readDayRange({ from, before }, clock.nowMs());
      const workspaceId = workspaceOf(request).id;
      const rows = await readUsage({ workspaceId, agentId, utcOffsetMinutes, ...range });
      const sumOf = (some: readonly UsageOfDay[]): number =>
        some.reduce((sum, row) => sum + row.creditsNano, 0);
      const days = daysOf(range, utcOffsetMinutes);
      const agentIds = rows.map((row) => row.agentId);
      const names = await readNames(db.query, 'agent', agentIds);
      return {
        items: rows.map((row) => present(row, names)),
        days,
        credits: formatCredits(sumOf(rows)),
        testCredits: formatCredits(sumOf(rows.filter(({ isTest }) => isTest))),
      };
    },
  }),
];
