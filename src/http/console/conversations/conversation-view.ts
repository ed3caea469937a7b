import { Type } from 'typebox';
import { type ConversationRow, conversationTypes } from '../../../conversations/index.ts';
import { oneOf } from '../../schema.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { Time, toTime } from '../wire/wire-schemas.ts';

export const Channel = oneOf(conversationTypes);
export const CreditText = Type.String({ description: 'Credits as decimal text', examples: ['0.0125'] });

const fields = {
  id: Type.String(),
  agentId: Type.String(),
  userId: Type.String(),
  anonymousId: Type.Union([Type.String(), Type.Null()], {
    description: 'What the user was called before they were known',
  }),
  channel: Type.String(),
  subject: Type.String({ description: 'The beginning of the first question' }),
  rounds: Type.Integer(),
  credits: CreditText,
  createdAt: Time,
  recentChatAt: Time,
};

export const ConversationView = Type.Object(fields, { title: 'Conversation' });

export const ConversationDetail = Type.Object(
  {
    ...fields,
    summary: Type.String({ description: 'What the agent remembers of rounds out of its short-term memory' }),
  },
  { title: 'ConversationDetail' },
);

export const presentConversation = (row: ConversationRow) => ({
  id: row.id,
  agentId: row.agent_id,
  userId: row.user_id,
  anonymousId: row.anonymous_id,
  channel: row.channel,
  subject: row.subject,
  rounds: row.message_count,
  credits: formatCredits(row.cost_nano),
  createdAt: toTime(row.created_at),
  recentChatAt: toTime(row.recent_chat_at),
});
