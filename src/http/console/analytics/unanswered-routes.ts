import { Type } from 'typebox';
import { type Analytics, exportedTopics, type Topic, type TopicDetail } from '../../../analytics/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import type { Downloads } from '../../streaming/index.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { operatorOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Time, toTime } from '../wire/wire-schemas.ts';

const path = '/workspaces/:workspaceId/agents/:agentId/unanswered';
const tags = ['Analytics'];

const statuses = ['open', 'resolved', 'dismissed'] as const;
const reasons = ['nothing_found', 'refusal', 'bad_rating'] as const;
const reasonMeaning =
  'nothing_found: no search of the knowledge found a passage; refusal: the reply says that it has no answer; bad_rating: the user or an operator rated the reply as bad';

const Status = oneOf(statuses, 'resolved: opens again if the question comes back; dismissed: stays closed');

const TopicFilter = {
  status: Type.Optional(Status),
  reason: Type.Optional(oneOf(reasons, reasonMeaning)),
};

const topicFields = {
  id: Type.String(),
  title: Type.String({ description: 'The question that represents the topic best' }),
  status: Status,
  total: Type.Integer({ description: 'Number of questions' }),
  nothingFound: Type.Integer(),
  refusals: Type.Integer(),
  badRatings: Type.Integer(),
  firstAt: Time,
  lastAt: Time,
};

const TopicView = Type.Object(topicFields, { title: 'UnansweredTopic' });

const ExampleView = Type.Object(
  {
    roundId: Type.String(),
    answerId: Type.String(),
    conversationId: Type.String(),
    channel: Type.String(),
    question: Type.String(),
    answer: Type.String({ description: 'Cut' }),
    reason: oneOf(reasons, reasonMeaning),
    comment: Type.String({ description: 'Of the user who rated the reply as bad' }),
    createdAt: Time,
  },
  { title: 'UnansweredQuestion' },
);

const DetailView = Type.Object(
  { ...topicFields, examples: Type.Array(ExampleView, { description: 'Newest first; at most 20' }) },
  { title: 'UnansweredTopicDetail' },
);

const presentTopic = ({ agentId: _agentId, firstAtMs, lastAtMs, ...topic }: Topic) => ({
  ...topic,
  firstAt: toTime(firstAtMs),
  lastAt: toTime(lastAtMs),
});

const presentDetail = ({ examples, ...topic }: TopicDetail) => ({
  ...presentTopic(topic),
  examples: examples.map(({ createdAtMs, ...example }) => ({ ...example, createdAt: toTime(createdAtMs) })),
});

const TopicParams = Type.Object({ ...AgentParams.properties, topicId: Type.String() });

const notFound = () => new AppError('notFound', 'topicId: the agent has no such topic');

/** Questions that an agent did not answer, grouped by meaning. */
export const createUnansweredRoutes = ({
  analytics,
  agents,
  downloads,
  write,
}: RouteDependencies & { analytics: Analytics; downloads: Downloads }): Route[] => [
  route({
    method: 'GET',
    url: path,
    permission: 'conversation:read',
    schema: {
      tags,
      summary: 'List topics of unanswered questions',
      description:
        'Questions without an answer, grouped by meaning, most questions first. Questions of the last 180 days, without test chats and erased conversations.',
      operationId: 'listUnansweredTopics',
      params: AgentParams,
      querystring: Type.Object({ ...PageQuery, ...TopicFilter }),
      response: { 200: Paged(TopicView) },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      const { status = 'open', reason, ...page } = request.query;
      const filter = { agentId: agent.id, status, reason };
      const { items, total } = await analytics.topics.list(filter, rangeOf(page));
      return paged(items.map(presentTopic), total, page);
    },
  }),

  route({
    method: 'GET',
    url: `${path}/export`,
    permission: 'conversation:export',
    audit: 'unanswered.export',
    schema: {
      tags,
      summary: 'Export topics of unanswered questions',
      description: `CSV with a line for each topic, most questions first; at most ${exportedTopics}. Columns: question, status, asked, nothing_found, no_answer, rated_bad, first_asked, last_asked. An apostrophe is added before cells that a spreadsheet would treat as a formula.`,
      operationId: 'exportUnansweredTopics',
      params: AgentParams,
      querystring: Type.Object(TopicFilter),
      response: {
        200: { description: 'The topics', content: { 'text/csv': { schema: { type: 'string' } } } },
      },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      const { status = 'open', reason } = request.query;
      // Recorded although nothing is changed, because it contains users' questions.
      await write((tx) => record(tx, { targetId: agent.id, changes: { status: [null, status] } }));
      const content = analytics.topics.export({ agentId: agent.id, status, reason });
      return downloads.text(request, reply, content, {
        name: 'unanswered.csv',
        mediaType: 'text/csv; charset=utf-8',
      });
    },
  }),

  route({
    method: 'GET',
    url: `${path}/:topicId`,
    permission: 'conversation:read',
    schema: {
      tags,
      summary: 'Get a topic of unanswered questions',
      description: 'With its newest questions and their replies.',
      operationId: 'getUnansweredTopic',
      params: TopicParams,
      response: { 200: DetailView },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      const topic = await analytics.topics.find(agent.id, request.params.topicId);
      if (!topic) throw notFound();
      return presentDetail(topic);
    },
  }),

  route({
    method: 'PUT',
    url: `${path}/:topicId/status`,
    permission: 'conversation:write',
    audit: 'unanswered.set-status',
    schema: {
      tags,
      summary: 'Set the status of a topic of unanswered questions',
      description:
        'A resolved topic opens again if its question comes back. A dismissed topic stays dismissed.',
      operationId: 'setUnansweredStatus',
      params: TopicParams,
      body: Type.Object({ status: Status }),
      response: { 200: DetailView },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const { topicId } = request.params;
      const { status } = request.body;
      const before = await analytics.topics.find(agent.id, topicId);
      if (!before) throw notFound();
      await write(async (tx) => {
        const by = operatorOf(request).name;
        if (!(await analytics.topics.setStatus(tx, { agentId: agent.id, id: topicId, status, by })))
          throw notFound();
        await record(tx, { targetId: agent.id, changes: { status: [before.status, status] } });
      });
      return presentDetail({ ...before, status });
    },
  }),
];
