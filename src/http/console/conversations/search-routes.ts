import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { findPlatforms } from '../../../channels/index.ts';
import type { Conversations, FoundConversation } from '../../../conversations/index.ts';
import { readNames } from '../../../operations/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { readTimes, TimeFilter } from '../wire/time-filter.ts';
import { AgentParams, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';
import { Channel, FoundConversationView, presentConversation } from './conversation-view.ts';
import { Feedback, Quality } from './message-view.ts';
import { createTestChatOperators } from './test-chat-operators.ts';

const tags = ['Conversations'];

const Flag = (description: string) => Type.Optional(Type.Boolean({ description }));
const Text = (description: string, maxLength = 200) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description }));

/** Filters of the search, which saved views store as well. */
export const SearchFilters = {
  quality: Type.Optional(Quality),
  feedback: Type.Optional(Feedback),
  failed: Flag('Only failed rounds'),
  handedOver: Flag('Only conversations that were handed over to a person'),
  missed: Flag('Only conversations in which nobody answered a handoff'),
  tool: Text('Name of a tool that the agent called'),
  documentId: Text('A document that the answer cites', 24),
  language: Type.Optional(
    Type.String({ pattern: '^[a-z]{2}$', description: 'Language of the message, as ISO 639-1 code' }),
  ),
  labelId: Text('A label of the conversation in the inbox', 24),
  channel: Type.Optional(Channel),
  userId: Text('Complete user ID'),
};

const SearchQuery = Type.Object({
  words: Type.String({
    maxLength: 200,
    default: '',
    description:
      'Words that must all occur in a round. Quotes surround a phrase, an asterisk ends the beginning of a word',
  }),
  ...SearchFilters,
  ...TimeFilter,
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
  cursor: Type.Optional(Type.String({ maxLength: 40, description: '`next` of the page before' })),
});

const SearchAnswer = Type.Object({
  items: Type.Array(FoundConversationView),
  next: Type.Union([Type.String(), Type.Null()], { description: 'Cursor of the next page; null: no more' }),
});

const description =
  'Searches messages, answers, replies of people, file names, user IDs and e-mail addresses of users, case-insensitively and without accents. All words and filters apply to the same round; channel, user, label, handedOver and missed to its conversation. Newest match first, each conversation once per page. `from` and `before` apply to the round. New messages are found after a few seconds. A page may have fewer items than the limit although there are more.';

/** Full-text search and filters over all rounds. */
export const createSearchRoutes = ({
  conversations,
  agents,
  db,
  operators,
}: RouteDependencies & { conversations: Conversations }): Route[] => {
  const findOperators = createTestChatOperators({ db, operators });

  const present = async (workspaceId: string, found: readonly FoundConversation[]) => {
    const shown = found.map(({ conversation }) => conversation);
    const operatorOf = await findOperators(workspaceId, shown);
    const platforms = await findPlatforms(db.query, shown);
    const agentIds = [...new Set(found.map(({ conversation }) => conversation.agentId))];
    const names = await readNames(db.query, 'agent', agentIds);
    return found.map(({ conversation, roundId, roundCreatedAtMs, snippet: { source, parts } }) => ({
      ...presentConversation(conversation, operatorOf, platforms),
      agentName: names.get(conversation.agentId) ?? '',
      match: { roundId, createdAt: toTime(roundCreatedAtMs), source, snippet: parts },
    }));
  };

  const search = async (
    request: FastifyRequest & { query: Static<typeof SearchQuery> },
    agentId?: string,
  ): Promise<Static<typeof SearchAnswer>> => {
    const { words, from, before, limit, cursor, ...filters } = request.query;
    const workspaceId = workspaceOf(request).id;
    const { items, next } = await conversations.search({
      workspaceId,
      agentId,
      words,
      filters,
      limit,
      cursor,
      ...readTimes({ from, before }),
    });
    return { items: await present(workspaceId, items), next: next ?? null };
  };

  return [
    route({
      method: 'GET',
      url: '/workspaces/:workspaceId/conversations/search',
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Search conversations of all agents',
        description,
        operationId: 'searchAllConversations',
        params: WorkspaceParams,
        querystring: SearchQuery,
        response: { 200: SearchAnswer },
      },
      handler: (request) => search(request),
    }),

    route({
      method: 'GET',
      url: '/workspaces/:workspaceId/agents/:agentId/conversations/search',
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Search conversations',
        description,
        operationId: 'searchConversations',
        params: AgentParams,
        querystring: SearchQuery,
        response: { 200: SearchAnswer },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request, { alsoDeleted: true });
        return search(request, agent.id);
      },
    }),
  ];
};
