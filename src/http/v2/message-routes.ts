import { presentReplyV2, type Runtime, type SendInput } from '../../runtime/index.ts';
import { callerOf } from '../request/authenticate.ts';
import { readIdempotencyKey } from '../request/idempotency.ts';
import { respond } from '../response/respond.ts';
import { type Route, route } from '../route.ts';
import { idempotencyHeader } from '../schema.ts';
import { SendMessageV2 } from './message-schema.ts';
import { readMessages } from './read-messages.ts';
import { ReplyV2 } from './reply-schema.ts';
import { StreamEvent } from './stream-schema.ts';

interface MessageRouteDependencies {
  runtime: Runtime;
  maxBodyBytes: number;
}

export const createMessageV2Routes = ({ runtime, maxBodyBytes }: MessageRouteDependencies): Route[] => [
  route({
    method: 'POST',
    url: '/v2/conversation/message',
    key: 'enabled-agent',
    maxBodyBytes,
    sendsMessage: true,
    schema: {
      operationId: 'sendMessage',
      tags: ['Messages'],
      summary: 'Send a message (version 2)',
      description:
        'Sends messages to a conversation. The reply is the response (blocking), a stream of server-sent events (streaming), or a delivery to the message receiver (webhook).',
      headerParameters: idempotencyHeader,
      body: SendMessageV2,
      response: { 200: ReplyV2 },
      streamEvent: StreamEvent,
    },
    handler: async (request, reply) => {
      const { body } = request;
      const { agent } = callerOf(request);
      const config = body.conversation_config ?? {};
      const { history, question } = readMessages(request, body.messages);
      const input: SendInput = {
        agent,
        conversationId: body.conversation_id,
        apiVersion: 2,
        mode: body.response_mode ?? 'blocking',
        history,
        question,
        options: {
          shortTermMemory: config.short_term_memory ?? undefined,
          longTermMemory: config.long_term_memory ?? undefined,
          knowledge: config.knowledge
            ? {
                groupIds: config.knowledge.group_ids ?? undefined,
                dataIds: config.knowledge.data_ids ?? undefined,
              }
            : undefined,
        },
        idempotencyKey: readIdempotencyKey(request, 'v2/conversation/message'),
        arrival: request.arrival,
      };
      return respond(reply, runtime, input, presentReplyV2);
    },
  }),
];
