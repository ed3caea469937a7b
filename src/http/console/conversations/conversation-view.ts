import { Type } from 'typebox';
import { type Conversation, conversationTypes } from '../../../conversations/index.ts';
import { oneOf } from '../../schema.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { Time, toTime } from '../wire/wire-schemas.ts';
import { type FindTestChatOperator, TestChatOperator } from './test-chat-operators.ts';

export const Channel = oneOf(conversationTypes);
export const CreditText = Type.String({ description: 'Credits as decimal text', examples: ['0.0125'] });

/** Several platforms share a conversation type. */
export const Platform = Type.Union([Type.String(), Type.Null()], {
  description: 'Messaging platform of the conversation; null: none, or its connection was deleted',
  examples: ['feishu', 'email'],
});

const fields = {
  id: Type.String(),
  agentId: Type.String(),
  userId: Type.String(),
  anonymousId: Type.Union([Type.String(), Type.Null()], {
    description: 'anonymous_id of the user before they were linked to a user_id',
  }),
  operator: TestChatOperator,
  channel: Type.String(),
  platform: Platform,
  subject: Type.String({ description: 'Beginning of the first question' }),
  rounds: Type.Integer(),
  credits: CreditText,
  createdAt: Time,
  recentChatAt: Time,
  deletedByUserAt: Type.Union([Time, Type.Null()], {
    description: 'When the user deleted the conversation from their list. Operators still see it',
  }),
};

export const ConversationView = Type.Object(fields, { title: 'Conversation' });

const Snippet = Type.Array(Type.Object({ text: Type.String(), isMatch: Type.Boolean() }), {
  description: 'Part of the message as plain text; isMatch marks the words that were searched',
});

export const FoundConversationView = Type.Object(
  {
    ...fields,
    agentName: Type.String(),
    match: Type.Object(
      {
        roundId: Type.String(),
        createdAt: Time,
        source: oneOf(
          ['question', 'answer', 'person', 'file', 'user'],
          'Where the first match is: message, answer of the agent, reply of a person, file name, or ID and e-mail address of the user',
        ),
        snippet: Snippet,
      },
      { description: 'The newest matching round' },
    ),
  },
  { title: 'FoundConversation' },
);

export const ConversationDetail = Type.Object(
  {
    ...fields,
    summary: Type.String({ description: 'Summary of rounds that are older than the short-term memory' }),
  },
  { title: 'ConversationDetail' },
);

export const presentConversation = (
  conversation: Conversation,
  operatorOf: FindTestChatOperator,
  platforms: ReadonlyMap<string, string>,
) => ({
  id: conversation.id,
  agentId: conversation.agentId,
  userId: conversation.userId,
  anonymousId: conversation.anonymousId,
  operator: operatorOf(conversation.userId, conversation.channel),
  channel: conversation.channel,
  platform: platforms.get(conversation.id) ?? null,
  subject: conversation.subject,
  rounds: conversation.messageCount,
  credits: formatCredits(conversation.costNano),
  createdAt: toTime(conversation.createdAtMs),
  recentChatAt: toTime(conversation.recentChatAtMs),
  deletedByUserAt: conversation.hiddenAtMs === null ? null : toTime(conversation.hiddenAtMs),
});
