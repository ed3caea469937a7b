import { Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Memory } from '../../../memory/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { auditedUser } from '../access/audited-user.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import { AgentParams, Done, Time, toTime } from '../wire/wire-schemas.ts';
import { UserQuery } from './user-routes.ts';

const tags = ['Memories'];
const path = '/workspaces/:workspaceId/agents/:agentId';

const MemoryView = Type.Object(
  {
    id: Type.String(),
    conversationId: Type.String(),
    userId: Type.String(),
    kind: oneOf(
      ['passage', 'fact'],
      'passage: text of the conversation or of a file; fact: derived from them',
    ),
    text: Type.String(),
    sequence: Type.Integer({ description: 'Round from which it comes' }),
    createdAt: Time,
  },
  { title: 'Memory' },
);

type Stored = Awaited<ReturnType<Memory['list']>>['memories'][number];

const present = ({ createdAtMs, ...memory }: Stored) => ({ ...memory, createdAt: toTime(createdAtMs) });

const ParamsWith = <Name extends string>(name: Name) =>
  Type.Object({
    ...AgentParams.properties,
    ...({ [name]: Type.String() } as Record<Name, Type.TString>),
  });

interface MemoryRouteDependencies {
  memory: Memory;
  conversations: Conversations;
}

/** The memory of an agent, and its deletion. */
export const createMemoryRoutes = ({
  memory,
  conversations,
  agents,
  write,
}: RouteDependencies & MemoryRouteDependencies): Route[] => [
  route({
    method: 'GET',
    url: `${path}/memories`,
    permission: 'conversation:read',
    schema: {
      tags,
      summary: 'List memories',
      description: 'Newest first.',
      operationId: 'listMemories',
      params: AgentParams,
      querystring: Type.Object({
        ...PageQuery,
        conversationId: Type.Optional(Type.String()),
        userId: Type.Optional(Type.String()),
      }),
      response: { 200: Paged(MemoryView) },
    },
    handler: async (request) => {
      const { id: agentId } = await findAgentOf(agents, request, { alsoDeleted: true });
      const { conversationId, userId } = request.query;
      const { memories, total } = await memory.list(
        { agentId, conversationId, userId },
        rangeOf(request.query),
      );
      return paged(memories.map(present), total, request.query);
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/memories/:memoryId`,
    permission: 'conversation:write',
    audit: 'memory.delete',
    schema: {
      tags,
      summary: 'Delete a memory',
      description: 'The agent no longer recalls it.',
      operationId: 'deleteMemory',
      params: ParamsWith('memoryId'),
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      const { memoryId } = request.params;
      const removed = await memory.remove(agent.id, memoryId, (tx) =>
        record(tx, { targetId: memoryId, changes: {} }),
      );
      if (!removed) throw new AppError('notFound', 'There is no such memory of this agent');
      return reply.status(204).send(null);
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/conversations/:conversationId/memories`,
    permission: 'conversation:write',
    audit: 'memory.clear',
    schema: {
      tags,
      summary: 'Delete the memories of a conversation',
      description: 'The messages stay. The agent no longer recalls what is older than its short-term memory.',
      operationId: 'deleteConversationMemories',
      params: ParamsWith('conversationId'),
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      const { id } = await conversations.require(agent, request.params.conversationId);
      await write(async (tx) => {
        await memory.removeConversation(tx, id);
        await record(tx, { targetId: id, changes: {} });
      });
      return reply.status(204).send(null);
    },
  }),

  route({
    method: 'DELETE',
    url: `${path}/user/memories`,
    permission: 'conversation:write',
    audit: 'memory.clear',
    schema: {
      tags,
      summary: 'Delete the memories of a user',
      description: 'Deletes what the agent remembers from all conversations of the user.',
      operationId: 'deleteUserMemories',
      params: AgentParams,
      querystring: UserQuery,
      response: { 204: Done },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request, { alsoDeleted: true });
      const { userId } = request.query;
      await write(async (tx) => {
        await memory.removeUser(tx, agent.id, userId);
        const targetId = auditedUser(agent.id, userId);
        await record(tx, { targetKind: 'user', targetId, changes: {} });
      });
      return reply.status(204).send(null);
    },
  }),
];
