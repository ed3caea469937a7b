import { Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { type Route, route } from '../../route.ts';
import { idempotencyHeader, RequiredText } from '../../schema.ts';

const CreateConversation = Type.Object(
  { user_id: RequiredText({ maxLength: 32, description: 'ID of the user in your own system' }) },
  { title: 'CreateConversationRequest' },
);

const NewConversation = Type.Object({ conversation_id: Type.String() }, { title: 'NewConversation' });

export const createConversationRoutes = ({ conversations }: { conversations: Conversations }): Route[] => [
  route({
    method: 'POST',
    url: '/v1/conversation',
    key: 'enabled-agent',
    deletedAgent: 'agentDeletedOnCreate',
    schema: {
      operationId: 'createConversation',
      tags: ['Conversations'],
      summary: 'Create a conversation',
      description: 'Each call creates a new conversation between the agent and one user.',
      headerParameters: idempotencyHeader,
      body: CreateConversation,
      response: { 200: NewConversation },
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
