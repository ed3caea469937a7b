import { type Static, Type } from 'typebox';
import { type Conversation, type Conversations, conversationTypes } from '../../../conversations/index.ts';
import { maxTimeMs } from '../../../lib/clock.ts';
import { toCredits } from '../../../usage/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readTimeRange } from '../../request/read-time-range.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';

const Item = Type.Object(
  {
    conversation_id: Type.String(),
    user_id: Type.String(),
    recent_chat_time: Type.Integer({ description: 'Milliseconds' }),
    subject: Type.String({ description: 'Beginning of the first question' }),
    conversation_type: Type.String(),
    message_count: Type.Integer({ description: 'Rounds' }),
    cost_credit: Type.Number(),
    bot_id: Type.String(),
  },
  { title: 'ConversationSummary' },
);

const Page = Type.Object({ list: Type.Array(Item), total: Type.Integer() }, { title: 'ConversationPage' });

const present = (conversation: Conversation): Static<typeof Item> => ({
  conversation_id: conversation.id,
  user_id: conversation.userId,
  recent_chat_time: conversation.recentChatAtMs,
  subject: conversation.subject,
  conversation_type: conversation.channel,
  message_count: conversation.messageCount,
  cost_credit: toCredits(conversation.costNano),
  bot_id: conversation.agentId,
});

export const createConversationListRoutes = ({
  conversations,
}: {
  conversations: Conversations;
}): Route[] => [
  route({
    method: 'GET',
    url: '/v1/bot/conversation/page',
    key: 'agent',
    schema: {
      operationId: 'listConversations',
      tags: ['Conversations'],
      summary: 'List conversations',
      description:
        'Newest first. Only conversations with at least one message are listed. `total` counts all pages.',
      querystring: Type.Object({
        conversation_type: Type.Optional(oneOf(['ALL', ...conversationTypes], 'Default: ALL')),
        user_id: Type.Optional(Type.String()),
        start_time: Type.Optional(
          Type.Integer({ minimum: 0, maximum: maxTimeMs, description: 'Seconds or milliseconds' }),
        ),
        end_time: Type.Optional(Type.Integer({ minimum: 0, maximum: maxTimeMs })),
        page: Type.Optional(Type.Integer({ minimum: 1 })),
        page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: { 200: Page },
    },
    handler: async (request) => {
      const { conversation_type, user_id, start_time, end_time, page = 1, page_size = 10 } = request.query;
      const channel = conversation_type === 'ALL' ? undefined : conversation_type;
      const found = await conversations.list(
        {
          agentId: callerOf(request).agent.id,
          channel,
          userId: user_id || undefined,
          ...readTimeRange(start_time, end_time),
        },
        { limit: page_size, offset: (page - 1) * page_size },
      );
      return { list: found.conversations.map(present), total: found.total };
    },
  }),
];
