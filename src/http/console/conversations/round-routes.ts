import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import type { FeedbackRoom } from '../../../feedback/index.ts';
import type { SharedFiles } from '../../../files/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { isId } from '../../../lib/ids.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { PageQuery, rangeOf } from '../wire/paging.ts';
import { readTimes, TimeFilter } from '../wire/time-filter.ts';
import { AgentParams, Done } from '../wire/wire-schemas.ts';
import { Feedback, Quality } from './message-view.ts';
import { ModelRequestView, presentRequest } from './model-request-view.ts';
import { presentQa, presentRound, QaView, RoundView } from './round-view.ts';
import { createTestChatOperators } from './test-chat-operators.ts';

const tags = ['Rounds'];
const path = '/workspaces/:workspaceId/agents/:agentId/rounds';
const RoundParams = Type.Object({
  workspaceId: Type.String(),
  agentId: Type.String(),
  roundId: Type.String(),
});

interface RoundRouteDependencies {
  conversations: Conversations;
  feedback: FeedbackRoom;
  sharedFiles: Pick<SharedFiles, 'link'>;
}

/** Rounds with their traces, and ratings of operators. */
export const createRoundRoutes = ({
  conversations,
  feedback,
  agents,
  db,
  operators,
  sharedFiles,
}: RouteDependencies & RoundRouteDependencies): Route[] => {
  const findOperators = createTestChatOperators({ db, operators });

  const requireRound = async (request: FastifyRequest & { params: Static<typeof RoundParams> }) => {
    const agent = await findAgentOf(agents, request, { alsoDeleted: true });
    const { roundId } = request.params;
    const found = isId(roundId) ? await conversations.round(agent.id, roundId) : undefined;
    if (!found) throw new AppError('notFound', 'There is no such round of this agent');
    return { agent, found };
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List rounds',
        description: 'Questions and answers, newest first. `from` and `before` apply to the question.',
        operationId: 'listRounds',
        params: AgentParams,
        querystring: Type.Object({ ...PageQuery, ...TimeFilter, feedback: Type.Optional(Feedback) }),
        response: {
          200: Type.Object({
            items: Type.Array(QaView),
            // Counting all of them would take longer than reading the page.
            hasMore: Type.Boolean(),
            page: Type.Integer(),
            pageSize: Type.Integer(),
          }),
        },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request, { alsoDeleted: true });
        const { feedback: rated, from, before, page, pageSize } = request.query;
        const filter = { agentId: agent.id, feedback: rated, ...readTimes({ from, before }) };
        const { offset, limit } = rangeOf(request.query);
        const rows = await conversations.listQa(filter, { offset, limit: limit + 1 });
        const operatorOf = await findOperators(agent.workspaceId, rows);
        const items = rows.slice(0, limit).map((row) => presentQa(row, operatorOf));
        return { items, hasMore: rows.length > limit, page, pageSize };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:roundId`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Get a round',
        description: 'Returns question and answer with trace and citations.',
        operationId: 'getRound',
        params: RoundParams,
        response: { 200: RoundView },
      },
      handler: async (request) => {
        const { agent, found } = await requireRound(request);
        const operatorOf = await findOperators(agent.workspaceId, [found.round]);
        return presentRound(found, operatorOf, sharedFiles.link);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:roundId/requests`,
      permission: 'agent:write',
      schema: {
        tags,
        summary: 'List requests to the model',
        description:
          'What the model was sent in a round of a test chat: messages, passages, tool definitions and tool results, in the order of the calls. Secrets of the agent are masked. Empty for rounds of users.',
        operationId: 'listModelRequests',
        params: RoundParams,
        response: { 200: Type.Object({ items: Type.Array(ModelRequestView) }) },
      },
      handler: async (request) => {
        const { found } = await requireRound(request);
        return { items: found.steps.flatMap(presentRequest) };
      },
    }),

    route({
      method: 'PUT',
      url: `${path}/:roundId/quality`,
      permission: 'conversation:write',
      audit: 'round.rate',
      schema: {
        tags,
        summary: 'Rate a reply',
        description: 'Stores the quality rating of an operator.',
        operationId: 'rateRound',
        params: RoundParams,
        body: Type.Object({ quality: Quality }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const agent = await findAgentOf(agents, request);
        const { roundId } = request.params;
        const { quality } = request.body;
        await feedback.setQuality(agent, roundId, quality, (tx) =>
          record(tx, { targetId: roundId, changes: { quality: [null, quality] } }),
        );
        return reply.status(204).send(null);
      },
    }),
  ];
};
