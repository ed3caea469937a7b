import { Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import { findPlatforms } from '../../../channels/index.ts';
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
import { MessageView, operatorIdOf, presentMessage, roundIdOf } from './message-view.ts';
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
  { title: 'Erased', description: 'Number of deleted items' },
);

interface ConversationRouteDependencies {
  conversations: Conversations;
  erasure: Erasure;
  sharedFiles: Pick<SharedFiles, 'link'>;
}

/** Conversations, their messages, and their erasure. */
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
    const platforms = await findPlatforms(db.query, found);
    return found.map((conversation) => presentConversation(conversation, operatorOf, platforms));
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
          'Conversations with at least one round, by the time of their newest round, newest first. `from` and `before` apply to that time.',
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
      url: `${path}/:conversationId`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Get a conversation',
        description: 'Returns the conversation with the summary of its older rounds.',
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
        summary: 'List messages',
        description: 'Messages of the conversation, oldest first. A failed round has only its question.',
        operationId: 'listMessages',
        params: ConversationParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(MessageView) },
      },
      handler: async (request) => {
        const { agent, conversation } = await find(request);
        const { id } = conversation;
        const { messages, total } = await conversations.messages(id, rangeOf(request.query));
        const roundIds = new Set(messages.map(roundIdOf).filter((roundId) => roundId !== null));
        const states = await conversations.roundStates([...roundIds]);
        const citations = await conversations.citations([...roundIds]);
        const operatorIds = new Set(messages.map(operatorIdOf).filter((operatorId) => operatorId !== null));
        const names = await operators.names(db.query, agent.workspaceId, [...operatorIds]);
        return paged(
          await Promise.all(
            messages.map((message) => presentMessage(message, states, citations, names, sharedFiles.link)),
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
          'Permanently deletes messages, files, traces, citations, memories, deliveries and human sessions. A running reply is stopped first. The ledger keeps the amounts without names.',
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
