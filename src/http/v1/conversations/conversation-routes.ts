import { Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { RequiredText } from '../../schema.ts';

export const createConversationRoutes = ({ conversations }: { conversations: Conversations }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/conversation',
    key: 'enabled-agent',
    deletedAgent: 'agentDeletedOnCreate',
    schema: {
      tags: ['Conversations'],
      summary: 'Create a conversation',
      description: 'Each call creates a new conversation between the agent and one user.',
      body: Type.Object({
        user_id: RequiredText({ maxLength: 32, description: 'ID of the user in your own system' }),
      }),
      response: { 200: Type.Object({ conversation_id: Type.String() }) },
    },
    handler: async (request) => ({
      conversation_id: await conversations.create({
        agent: callerOf(request).agent,
        userId: request.body.user_id,
        channel: 'API',
        idempotencyKey: readIdempotencyKey(request, 'v1/conversation'),
      }),
    }),
  }),
];
