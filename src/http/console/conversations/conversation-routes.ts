import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import type { Conversation, Conversations } from '../../../conversations/index.ts';
import type { Erasure } from '../../../erasure/index.ts';
import type { SharedFiles } from '../../../files/index.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { readTimes, TimeFilter } from '../wire/time-filter.ts';
import { AgentParams } from '../wire/wire-schemas.ts';
import { Channel, ConversationDetail, ConversationView, presentConversation } from './conversation-view.ts';
import { MessageView, presentMessage, roundIdOf } from './message-view.ts';
import { createTestChatOperators } from './test-chat-operators.ts';

const tags = ['Conversations'];
const path = '/workspaces/:workspaceId/agents/:agentId/conversations';
const ConversationParams = Type.Object({
  workspaceId: Type.String(),
  agentId: Type.String(),
  conversationId: Type.String(),
});

export const Erased = Type.Object(
  { conversations: Type.Integer(), rounds: Type.Integer(), files: Type.Integer() },
  { title: 'Erased', description: 'What is gone' },
);

interface ConversationRouteDependencies {
  conversations: Conversations;
  erasure: Erasure;
  sharedFiles: Pick<SharedFiles, 'link'>;
}

/** Conversations, what was said in them, and their end. */
export const createConversationRoutes = ({
  conversations,
  erasure,
  sharedFiles,
  agents,
  db,
  operators,
}: RouteDependencies & ConversationRouteDependencies): Route[] => {
  const findOperators = createTestChatOperators({ db, operators });

  const present = async (agent: Agent, found: readonly Conversation[]) => {
    const operatorOf = await findOperators(agent.workspaceId, found);
    return found.map((conversation) => presentConversation(conversation, operatorOf));
  };

  const find = async (
    request: Parameters<typeof findAgentOf>[1] & { params: { conversationId: string } },
  ) => {
    const agent = await findAgentOf(agents, request, { alsoDeleted: true });
    return { agent, conversation: await conversations.require(agent, request.params.conversationId) };
  };

  return [
    route({
      method: 'GET',
      url: path,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List conversations',
        description:
          'Those with at least one round, by the time of the newest one, newest first. from and before apply to that time.',
        operationId: 'listConversations',
        params: AgentParams,
        querystring: Type.Object({
          ...PageQuery,
          ...TimeFilter,
          channel: Type.Optional(Channel),
          userId: Type.Optional(Type.String()),
        }),
        response: { 200: Paged(ConversationView) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request, { alsoDeleted: true });
        const { channel, userId, from, before } = request.query;
        const filter = { agentId: agent.id, channel, userId, ...readTimes({ from, before }) };
        const { conversations: found, total } = await conversations.list(filter, rangeOf(request.query));
        return paged(await present(agent, found), total, request.query);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/search`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Find conversations by words',
        description: 'Words of the subject or the user, whatever their case; newest first.',
        operationId: 'searchConversations',
        params: AgentParams,
        querystring: Type.Object({
          words: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
          limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        }),
        response: { 200: Type.Object({ items: Type.Array(ConversationView) }) },
      },
      handler: async (request) => {
        const agent = await findAgentOf(agents, request, { alsoDeleted: true });
        const { words, limit } = request.query;
        const found = await conversations.search(agent.id, words.trim(), limit);
        return { items: await present(agent, found) };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:conversationId`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Get a conversation',
        operationId: 'getConversation',
        params: ConversationParams,
        response: { 200: ConversationDetail },
      },
      handler: async (request) => {
        const { agent, conversation } = await find(request);
        const [view] = await present(agent, [conversation]);
        return { ...view!, summary: conversation.summary };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:conversationId/messages`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List what was said in a conversation',
        description: 'Oldest first. A round that failed shows its question only.',
        operationId: 'listMessages',
        params: ConversationParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(MessageView) },
      },
      handler: async (request) => {
        const { id } = (await find(request)).conversation;
        const { messages, total } = await conversations.messages(id, rangeOf(request.query));
        const roundIds = new Set(messages.map(roundIdOf).filter((roundId) => roundId !== null));
        const states = await conversations.roundStates([...roundIds]);
        const citations = await conversations.citations([...roundIds]);
        return paged(
          await Promise.all(
            messages.map((message) => presentMessage(message, states, citations, sharedFiles.link)),
          ),
          total,
          request.query,
        );
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/:conversationId`,
      permission: 'conversation:write',
      audit: 'conversation.erase',
      schema: {
        tags,
        summary: 'Erase a conversation',
        description:
          'Messages, files, traces, citations, memories, deliveries and sessions with people are gone for good; a reply under way is stopped first. What was paid stays in the ledger without a name.',
        operationId: 'eraseConversation',
        params: ConversationParams,
        response: { 200: Erased },
      },
      handler: async (request, _reply, record) => {
        const { id, agentId } = (await find(request)).conversation;
        return erasure.conversation(agentId, id, (tx, { rounds, files }) =>
          record(tx, { targetId: id, changes: { rounds: [rounds, 0], files: [files, 0] } }),
        );
      },
    }),
  ];
};
