import { type Static, Type } from 'typebox';
import { presentReplyV1, type Reply, type Runtime, type SendInput } from '../../../runtime/index.ts';
import { callerOf } from '../../request/authenticate.ts';
import { readIdempotencyKey } from '../../request/idempotency.ts';
import { readQuestion } from '../../request/read-question.ts';
import { respond } from '../../response/respond.ts';
import { type Route, route } from '../../route.ts';
import { documentedAs, idempotencyHeader, Maybe, oneOf, RequiredText } from '../../schema.ts';
import { AcceptedMessage } from '../../v2/reply-schema.ts';
import { StreamEventV1 } from '../../v2/stream-schema.ts';

const File = Type.Object(
  {
    url: Maybe(Type.String({ maxLength: 8192 })),
    base64_content: Maybe(Type.String()),
    name: Maybe(Type.String({ maxLength: 1024 })),
    width: Maybe(Type.Integer({ minimum: 1, description: 'Required for images' })),
    height: Maybe(Type.Integer({ minimum: 1, description: 'Required for images' })),
  },
  { title: 'MessageFileV1', description: 'Either `url` or `base64_content`' },
);

const Scope = Type.Object(
  { data_ids: Maybe(Type.Array(Type.String(), { maxItems: 10_000 })) },
  { title: 'KnowledgeScopeV1' },
);

const SendMessageV1 = Type.Object(
  {
    conversation_id: RequiredText({ description: 'The conversation to continue' }),
    text: Maybe(Type.String({ description: 'At least one of text and files is required' })),
    files: Maybe(Type.Array(File, { maxItems: 9 })),
    response_mode: Maybe(oneOf(['blocking', 'streaming', 'webhook'], 'Default: blocking')),
    short_term_memory: Maybe(Type.Boolean()),
    long_term_memory: Maybe(Type.Boolean()),
    knowledge: Maybe(Scope),
  },
  { title: 'SendMessageV1Request' },
);

const FlowOutput = Type.Object(
  {
    content: Type.String(),
    branch: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    from_component_name: Type.String(),
  },
  { title: 'OutputV1' },
);

const Described = Type.Object(
  {
    message_id: Type.String(),
    answer_id: Type.String(),
    message_type: oneOf(['ANSWER', 'QUESTION']),
    text: Type.String({ description: 'All outputs, a blank line between them' }),
    flow_output: Type.Array(FlowOutput),
    create_time: Type.Integer({ description: 'Seconds' }),
    conversation_id: Type.String(),
  },
  { title: 'ReplyV1' },
);

const ReplyV1 = Type.Object(
  {
    message_id: Type.String(),
    answer_id: Type.String(),
    message_type: Type.Optional(Type.String()),
    text: Type.Optional(Type.String()),
    flow_output: Type.Optional(Type.Array(FlowOutput)),
    create_time: Type.Integer({ description: 'Seconds' }),
    conversation_id: Type.String(),
  },
  documentedAs(
    Type.Union([Described, AcceptedMessage], {
      title: 'SentMessageV1',
      description: 'The reply (blocking), or the IDs of the accepted message (webhook)',
    }),
  ),
);

/** Without recordings, which are in the stream and in webhooks. */
const presentReply = (reply: Reply): Static<typeof ReplyV1> => {
  const { flow_output: outputs, ...shown } = presentReplyV1(reply);
  return {
    ...shown,
    flow_output: outputs.map(({ content, branch, from_component_name }) => ({
      content,
      branch,
      from_component_name,
    })),
  };
};

/** In this version images have their size. */
const hasSize = ({ width, height }: { width?: number | null; height?: number | null }): boolean =>
  typeof width === 'number' && typeof height === 'number';

interface MessageRouteDependencies {
  runtime: Runtime;
  maxBodyBytes: number;
}

export const createMessageV1Routes = ({ runtime, maxBodyBytes }: MessageRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/v1/conversation/message',
    key: 'enabled-agent',
    maxBodyBytes,
    sendsMessage: true,
    schema: {
      operationId: 'sendMessageV1',
      tags: ['Messages'],
      summary: 'Send a message (version 1)',
      description:
        'Sends one message with text, files or both. The reply is the response (blocking), a stream of server-sent events (streaming), or a delivery to the message receiver (webhook).',
      headerParameters: idempotencyHeader,
      body: SendMessageV1,
      response: { 200: ReplyV1 },
      streamEvent: StreamEventV1,
    },
    handler: async (request, reply) => {
      const { body } = request;
      const input: SendInput = {
        agent: callerOf(request).agent,
        conversationId: body.conversation_id,
        apiVersion: 1,
        mode: body.response_mode ?? 'blocking',
        history: [],
        question: readQuestion(request, body, hasSize),
        options: {
          shortTermMemory: body.short_term_memory ?? undefined,
          longTermMemory: body.long_term_memory ?? undefined,
          knowledge: body.knowledge ? { dataIds: body.knowledge.data_ids ?? undefined } : undefined,
        },
        idempotencyKey: readIdempotencyKey(request, 'v1/conversation/message'),
        arrival: request.arrival,
      };
      return respond(reply, runtime, input, presentReply);
    },
  }),
];
