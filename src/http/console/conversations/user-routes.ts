import { Type } from 'typebox';
import type { Erasure } from '../../../erasure/index.ts';
import { AppError } from '../../../lib/errors.ts';
import type { Memory } from '../../../memory/index.ts';
import type { KnownUser, Users } from '../../../users/index.ts';
import { type Route, route } from '../../route.ts';
import { auditedUser } from '../access/audited-user.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { AgentParams, NullableTime, toNullableTime } from '../wire/wire-schemas.ts';
import { Erased } from './conversation-routes.ts';
import {
  createTestChatOperators,
  type FindTestChatOperator,
  TestChatOperator,
} from './test-chat-operators.ts';

const tags = ['Users'];
const path = '/workspaces/:workspaceId/agents/:agentId';

/**
 * Not in the path: developers choose user_ids, and browsers resolve a user called ".." to the parent path. Erasing
 * that user would delete the agent.
 */
export const UserQuery = Type.Object({ userId: Type.String({ minLength: 1, maxLength: 100 }) });

const fields = {
  userId: Type.String(),
  operator: TestChatOperator,
  conversations: Type.Integer({ description: 'Conversations with at least one round' }),
  rounds: Type.Integer(),
  lastActiveAt: NullableTime,
};

const UserView = Type.Object(fields, { title: 'User' });

const UserDetail = Type.Object(
  {
    ...fields,
    memories: Type.Integer(),
    properties: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
  },
  { title: 'UserDetail' },
);

const present = (
  { userId, conversations, rounds, lastActiveMs }: KnownUser,
  operatorOf: FindTestChatOperator,
) => ({
  userId,
  operator: operatorOf(userId),
  conversations,
  rounds,
  lastActiveAt: toNullableTime(lastActiveMs),
});

interface UserRouteDependencies {
  users: Users;
  memory: Memory;
  erasure: Erasure;
}

/** The users of an agent. */
export const createUserRoutes = ({
  users,
  memory,
  erasure,
  agents,
  db,
  operators,
}: RouteDependencies & UserRouteDependencies): Route[] => {
  const findOperators = createTestChatOperators({ db, operators });

  return [
    route({
      method: 'GET',
      url: `${path}/users`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'List users',
        description:
          'Users with a conversation or an attribute, ordered by user ID. Request the next page with `after`.',
        operationId: 'listUsers',
        params: AgentParams,
        querystring: Type.Object({
          after: Type.Optional(Type.String({ description: '`next` of the previous page' })),
          prefix: Type.Optional(Type.String({ description: 'Beginning of the user_id' })),
          pageSize: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        }),
        response: {
          200: Type.Object({
            items: Type.Array(UserView),
            next: Type.Union([Type.String(), Type.Null()], { description: 'null on the last page' }),
          }),
        },
      },
      handler: async (request) => {
        const { id: agentId, workspaceId } = await findAgentOf(agents, request, { alsoDeleted: true });
        const { after, prefix, pageSize } = request.query;
        const { users: found, hasMore } = await users.list({ agentId, after, prefix }, pageSize);
        const operatorOf = await findOperators(workspaceId, found);
        const items = found.map((user) => present(user, operatorOf));
        return { items, next: hasMore ? (found.at(-1)?.userId ?? null) : null };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/user`,
      permission: 'conversation:read',
      schema: {
        tags,
        summary: 'Get a user',
        description: 'Returns a user with attributes and number of memories.',
        operationId: 'getUser',
        params: AgentParams,
        querystring: UserQuery,
        response: { 200: UserDetail },
      },
      handler: async (request) => {
        const { id: agentId, workspaceId } = await findAgentOf(agents, request, { alsoDeleted: true });
        const { userId } = request.query;
        const user = await users.find(agentId, userId);
        if (!user) throw new AppError('notFound', 'This agent has no such user');
        const { total: memories } = await memory.list({ agentId, userId }, { offset: 0, limit: 1 });
        const operatorOf = await findOperators(workspaceId, [user]);
        return { ...present(user, operatorOf), memories, properties: user.properties };
      },
    }),

    route({
      method: 'DELETE',
      url: `${path}/user`,
      permission: 'conversation:write',
      audit: 'user.erase',
      schema: {
        tags,
        summary: 'Erase a user',
        description:
          "Permanently deletes all conversations with this agent, all their data, and the user's attributes. Running replies are stopped first. The ledger keeps the amounts without names. Records of tables are not deleted.",
        operationId: 'eraseUser',
        params: AgentParams,
        querystring: UserQuery,
        response: { 200: Erased },
      },
      handler: async (request, _reply, record) => {
        const { id: agentId } = await findAgentOf(agents, request, { alsoDeleted: true });
        const { userId } = request.query;
        if (!(await users.find(agentId, userId)))
          throw new AppError('notFound', 'This agent has no such user');
        return erasure.user(agentId, userId, (tx, { conversations, rounds, files }) =>
          record(tx, {
            targetId: auditedUser(agentId, userId),
            changes: { conversations: [conversations, 0], rounds: [rounds, 0], files: [files, 0] },
          }),
        );
      },
    }),
  ];
};
