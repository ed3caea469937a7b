import type { JsonSchema, Parameter, WebhookDescription } from '../openapi/index.ts';
import { eventExamples } from './examples/event-examples.ts';
import { exampleMs, exampleIds as ids } from './examples/example-ids.ts';
import { exampleReply, exampleReplyV1, humanReply } from './examples/reply-examples.ts';
import {
  ChatCall,
  CloseCall,
  DeliveredEvent,
  DeliveredReply,
  DeliveredReplyV1,
  EstablishCall,
} from './webhook-schemas.ts';

const text = { type: 'string' };

export const webhookParameters: Record<string, Parameter> = {
  WebhookId: {
    name: 'webhook-id',
    in: 'header',
    required: true,
    description:
      'ID of the delivery, the same for each attempt and replay: ignore IDs that you have processed',
    schema: text,
  },
  WebhookTimestamp: {
    name: 'webhook-timestamp',
    in: 'header',
    required: true,
    description: 'Time of the attempt, in Unix seconds',
    schema: text,
  },
  WebhookSignature: {
    name: 'webhook-signature',
    in: 'header',
    required: false,
    description:
      'Standard Webhooks signatures, separated by spaces: `v1,` and the base64 of the HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`, one per signing secret. Absent if no secret is set',
    schema: text,
  },
};

export const webhookSecuritySchemes: Record<string, JsonSchema> = {
  receiverBearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'Token that is configured for the receiver',
  },
  receiverBasic: {
    type: 'http',
    scheme: 'basic',
    description: 'User and password that are configured for the receiver',
  },
};

/** Calls of the service to the addresses that are configured for the agent. */
export const webhooks: Record<string, WebhookDescription> = {
  reply: {
    operationId: 'receiveReply',
    summary: 'Receive a reply (version 2)',
    description:
      'Sent to the webhook address: the reply of the agent to a message in webhook mode, or the reply of a person. The format is that of the API version of the newest message. A failed round has an empty `output` and `error`.',
    body: DeliveredReply,
    examples: {
      agent: { summary: 'Reply of the agent', value: exampleReply },
      human: { summary: 'Reply of a person', value: humanReply },
      failed: {
        summary: 'Failed round',
        value: { ...exampleReply, output: [], error: { code: 50000, message: 'Internal system error' } },
      },
    },
  },
  replyV1: {
    operationId: 'receiveReplyV1',
    summary: 'Receive a reply (version 1)',
    description: 'Sent to the webhook address if the newest message of the conversation used version 1.',
    body: DeliveredReplyV1,
    examples: { agent: { summary: 'Reply of the agent', value: exampleReplyV1 } },
  },
  event: {
    operationId: 'receiveEvent',
    summary: 'Receive an event',
    description:
      'Sent to the webhook address. Only events have the field `event`. The setting `webhook.events` selects the conversations.',
    body: DeliveredEvent,
    examples: eventExamples,
  },
  humanEstablish: {
    operationId: 'receiveHumanEstablish',
    summary: 'Open a human session',
    description:
      'Sent to `{humanService.baseUrl}/conversation/establish` when the user asks for a person. Status 200 opens the session.',
    body: EstablishCall,
    examples: {
      establish: {
        summary: 'The user asks for a person',
        value: {
          conversation_id: ids.humanConversation,
          timestamp: exampleMs,
          email: 'ada@example.com',
          bot_id: ids.agent,
          body: [
            { message_type: 'QUESTION', text: 'Where is my order?' },
            { message_type: 'ANSWER', text: 'I am connecting you to a colleague.' },
          ],
          user_info: { phone: '', email: 'ada@example.com', user_id: 'ada', anonymous_id: '' },
        },
      },
    },
  },
  humanChat: {
    operationId: 'receiveHumanChat',
    summary: 'Receive a message of the user in a human session',
    description:
      'Sent to `{humanService.baseUrl}{humanService.chatPath}` (`/chat` by default). Answer the user with `POST /v1/human/message/receive`.',
    body: ChatCall,
    examples: {
      text: {
        summary: 'Text',
        value: {
          conversation_id: ids.humanConversation,
          timestamp: exampleMs,
          body: 'My order number is A-1001.',
        },
      },
      file: {
        summary: 'File',
        value: {
          conversation_id: ids.humanConversation,
          timestamp: exampleMs,
          body: '[image: broken.png]',
          files: [
            {
              name: 'broken.png',
              type: 'image/png',
              size: 48213,
              url: 'https://frontdesk.example/files/broken.png?signature=…',
            },
          ],
        },
      },
    },
  },
  humanClose: {
    operationId: 'receiveHumanClose',
    summary: 'Close a human session',
    description:
      'Sent to `{humanService.baseUrl}/conversation/close` when the user left or nobody wrote in time.',
    body: CloseCall,
    examples: {
      timeout: {
        summary: 'Nobody wrote in time',
        value: { conversation_id: ids.humanConversation, timestamp: exampleMs, type: 'TIMEOUT' },
      },
      left: {
        summary: 'The user left',
        value: { conversation_id: ids.humanConversation, timestamp: exampleMs, type: 'USER_CLOSED' },
      },
    },
  },
};
