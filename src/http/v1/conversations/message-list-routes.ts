import { type Static, Type } from 'typebox';
import type { Conversations } from '../../../conversations/index.ts';
import type { TranscriptMessage } from '../../../rounds/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { type Route, route } from '../../route.ts';
import { oneOf, RequiredText } from '../../schema.ts';

const Item = Type.Object(
  {
    message_id: Type.String({
      description: 'Of a question: the message_id of the round. Of a reply: its answer_id',
    }),
    parent_message_id: Type.String({
      description: 'Of a reply: the message_id of its round; otherwise empty',
    }),
    message_type: oneOf(['QUESTION', 'ANSWER']),
    text: Type.String(),
    create_time: Type.Integer({ description: 'Milliseconds' }),
  },
  { title: 'ListedMessageV1' },
);

const Page = Type.Object({ total: Type.Integer(), messages: Type.Array(Item) }, { title: 'MessagePageV1' });

const present = (message: TranscriptMessage): Static<typeof Item> => ({
  message_id: message.kind === 'human' ? message.answerId : message.id,
  parent_message_id: message.kind === 'answer' ? message.roundId : '',
  message_type: message.kind === 'question' ? 'QUESTION' : 'ANSWER',
  text: message.text,
  create_time: message.createdAtMs,
});

export const createMessageListV1Routes = ({ conversations }: { conversations: Conversations }): Route[] => [
  route({
    method: 'GET',
    url: '/v1/messages',
    key: 'agent',
    schema: {
      operationId: 'listMessagesV1',
      tags: ['Messages'],
      summary: 'List the texts of messages',
      description:
        'Returns the texts of a conversation, oldest first. A failed round has only its question. `GET /v2/messages` has files too.',
      querystring: Type.Object({
        conversation_id: RequiredText(),
        page: Type.Optional(Type.Integer({ minimum: 1 })),
        page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      }),
      response: { 200: Page },
    },
    handler: async (request) => {
      const { conversation_id, page = 1, page_size = 10 } = request.query;
      const { id } = await conversations.require(callerOf(request).agent, conversation_id);
      const found = await conversations.messages(id, { limit: page_size, offset: (page - 1) * page_size });
      return { total: found.total, messages: found.messages.map(present) };
    },
  }),
];
