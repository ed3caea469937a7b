import { Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { RequiredText } from '../../schema.ts';
import type { ApiScope } from '../../scope.ts';

export const addConversation = (
  scope: ApiScope,
  { conversations }: { conversations: Conversations },
): void => {
  scope.post(
    '/v1/conversation',
    {
      schema: {
        tags: ['Conversations'],
        summary: 'Create a conversation',
        description: 'Each call makes a new conversation between the agent and one end user.',
        body: Type.Object({
          user_id: RequiredText({ maxLength: 32, description: "The end user's identity in your own system" }),
        }),
        response: { 200: Type.Object({ conversation_id: Type.String() }) },
      },
      config: { deletedAgent: 'agentDeletedOnCreate', needsApiSwitch: true },
    },
    async (request) => ({
      conversation_id: await conversations.create({
        agent: callerOf(request).agent,
        userId: request.body.user_id,
        channel: 'API',
        idempotencyKey: readIdempotencyKey(request, 'v1/conversation'),
      }),
    }),
  );
};
