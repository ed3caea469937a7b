import type { OperationReference } from '../../openapi/index.ts';
import { exampleFilesUrl, exampleMs, exampleSeconds, exampleIds as ids } from './example-ids.ts';
import {
  acceptedMessage,
  exampleAnswer,
  exampleEvents,
  exampleEventsV1,
  exampleReply,
  exampleReplyV1,
  failedEvents,
  spokenEvents,
} from './reply-examples.ts';

const question = 'How long can I return an umbrella?';
const success = { code: 0, message: 'OK' };

const sendErrors = [
  'apiForbidden',
  'conversationNotFound',
  'conversationMismatch',
  'imageNotSupported',
  'questionTooLong',
  'insufficientCredits',
  'quotaExceeded',
  'diskFull',
] as const;

/** Conversations, messages and human service. */
export const conversationExamples: Record<string, OperationReference> = {
  createConversation: {
    examples: {
      user: {
        summary: 'Conversation with a user of your system',
        body: { user_id: 'ada' },
        response: { conversation_id: ids.conversation },
      },
    },
    errors: ['apiForbidden', 'agentDeletedOnCreate'],
  },
  sendMessage: {
    examples: {
      blocking: {
        summary: 'Wait for the reply',
        body: { conversation_id: ids.conversation, messages: [{ role: 'user', content: question }] },
        response: exampleReply,
      },
      streaming: {
        summary: 'Receive the reply as events',
        body: {
          conversation_id: ids.conversation,
          response_mode: 'streaming',
          messages: [{ role: 'user', content: question }],
        },
        events: exampleEvents,
      },
      webhook: {
        summary: 'Receive the reply by webhook',
        body: {
          conversation_id: ids.conversation,
          response_mode: 'webhook',
          messages: [{ role: 'user', content: question }],
        },
        response: acceptedMessage,
      },
      files: {
        summary: 'Text and a document',
        body: {
          conversation_id: ids.conversation,
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', text: 'What does this receipt say?' },
                {
                  type: 'document',
                  document: { url: `${exampleFilesUrl}/receipt.txt`, name: 'receipt.txt' },
                },
              ],
            },
          ],
        },
        response: exampleReply,
      },
      scope: {
        summary: 'Own history, one knowledge base, no memory',
        body: {
          conversation_id: ids.conversation,
          messages: [
            { role: 'user', content: 'I bought an umbrella.' },
            { role: 'assistant', content: 'How can I help?' },
            { role: 'user', content: question },
          ],
          conversation_config: {
            short_term_memory: false,
            long_term_memory: false,
            knowledge: { group_ids: [ids.knowledgeBase], data_ids: [] },
          },
        },
        response: exampleReply,
      },
    },
    errors: sendErrors,
  },
  sendMessageV1: {
    examples: {
      blocking: {
        summary: 'Wait for the reply',
        body: { conversation_id: ids.conversation, text: question },
        response: exampleReplyV1,
      },
      streaming: {
        summary: 'Receive the reply as events',
        body: { conversation_id: ids.conversation, text: question, response_mode: 'streaming' },
        events: exampleEventsV1,
      },
      webhook: {
        summary: 'Receive the reply by webhook',
        body: { conversation_id: ids.conversation, text: question, response_mode: 'webhook' },
        response: acceptedMessage,
      },
      files: {
        summary: 'Text and a document',
        body: {
          conversation_id: ids.conversation,
          text: 'What does this receipt say?',
          files: [{ url: `${exampleFilesUrl}/receipt.txt`, name: 'receipt.txt' }],
        },
        response: exampleReplyV1,
      },
    },
    errors: sendErrors,
  },
  resumeMessageStream: {
    examples: {
      resume: {
        summary: 'Events after the second',
        parameters: { message_id: ids.message, 'Last-Event-ID': '2' },
        events: exampleEvents.slice(2),
      },
      whole: {
        summary: 'All events of a spoken reply',
        parameters: { message_id: ids.message, after: '0' },
        events: spokenEvents,
      },
      failed: {
        summary: 'All events of a failed round',
        parameters: { message_id: ids.message, after: '0' },
        events: failedEvents,
      },
    },
    errors: ['notFound'],
  },
  stopMessage: {
    examples: {
      running: {
        summary: 'Stop a running reply',
        body: { message_id: ids.runningMessage },
        response: { message_id: ids.runningMessage },
      },
    },
    errors: ['notFound'],
  },
  listConversations: {
    examples: {
      user: {
        summary: 'Conversations of a user',
        parameters: { user_id: 'ada', page: 1, page_size: 10 },
        response: {
          list: [
            {
              conversation_id: ids.conversation,
              user_id: 'ada',
              recent_chat_time: exampleMs,
              subject: question,
              conversation_type: 'API',
              message_count: 1,
              cost_credit: 0.4,
              bot_id: ids.agent,
            },
          ],
          total: 1,
        },
      },
    },
  },
  listQaRecords: {
    examples: {
      newest: {
        summary: 'The newest questions and answers',
        parameters: { user_feedback: 'ALL', page: 1, page_size: 10 },
        response: {
          qa: [
            {
              id: ids.message,
              q_time: exampleSeconds,
              q: question,
              a: exampleAnswer,
              user_feedback: 'NONE',
              convo_id: ids.conversation,
              convo_type: 'API',
              aid: ids.answer,
              user_id: 'ada',
            },
          ],
        },
      },
    },
  },
  listMessages: {
    examples: {
      page: {
        summary: 'The first messages of a conversation',
        parameters: { conversation_id: ids.conversation, page: 1, page_size: 10 },
        response: {
          total: 2,
          conversation_content: [
            {
              message_id: ids.message,
              create_time: exampleMs,
              role: 'user',
              content: [{ branch_content: [{ type: 'text', text: question }] }],
            },
            {
              message_id: ids.answer,
              parent_message_id: ids.message,
              create_time: exampleMs,
              role: 'assistant',
              content: [{ branch_content: [{ type: 'text', text: exampleAnswer }] }],
            },
          ],
        },
      },
    },
    errors: ['conversationNotFound', 'conversationMismatch'],
  },
  listMessagesV1: {
    examples: {
      page: {
        summary: 'The first messages of a conversation',
        parameters: { conversation_id: ids.conversation, page: 1, page_size: 10 },
        response: {
          total: 2,
          messages: [
            {
              message_id: ids.message,
              parent_message_id: '',
              message_type: 'QUESTION',
              text: question,
              create_time: exampleMs,
            },
            {
              message_id: ids.answer,
              parent_message_id: ids.message,
              message_type: 'ANSWER',
              text: exampleAnswer,
              create_time: exampleMs,
            },
          ],
        },
      },
    },
    errors: ['conversationNotFound', 'conversationMismatch'],
  },
  rateReply: {
    examples: {
      resolved: {
        summary: 'The reply resolved the question',
        body: { answer_id: ids.answer, quality: 'FULLY_RESOLVED' },
        response: { affectCount: 1 },
      },
    },
    errors: ['notFound'],
  },
  sendFeedback: {
    examples: {
      positive: {
        summary: 'The user likes the reply',
        body: { answer_id: ids.answer, feedback: 'POSITIVE' },
        response: { affectCount: 1 },
      },
    },
    errors: ['notFound'],
  },
  suggestNextQuestions: {
    examples: {
      reply: {
        summary: 'Questions after a reply',
        parameters: { answer_id: ids.answer },
        response: { questions: ['Do I need the receipt?', 'Who pays for the return?'] },
      },
    },
    errors: ['notFound', 'insufficientCredits'],
  },
  sendHumanReply: {
    examples: {
      text: {
        summary: 'Reply of a person',
        body: {
          conversation_id: ids.humanConversation,
          timestamp: exampleMs,
          body: 'Hello, this is Grace.',
        },
        response: success,
      },
      file: {
        summary: 'Reply with a file',
        body: {
          conversation_id: ids.humanConversation,
          timestamp: exampleMs,
          body: 'Here is your receipt.',
          files: [{ name: 'receipt.txt', url: `${exampleFilesUrl}/receipt.txt` }],
        },
        response: success,
      },
    },
    errors: ['conversationNotFound', 'conversationMismatch'],
  },
  closeHumanSession: {
    examples: {
      close: {
        summary: 'The person ends the session',
        body: { conversation_id: ids.humanConversation, timestamp: exampleMs },
        response: { conversation_id: ids.humanConversation, timestamp: exampleMs },
      },
    },
    errors: ['conversationNotFound', 'conversationMismatch'],
  },
  leaveHumanSession: {
    examples: {
      leave: {
        summary: 'The user ends the session',
        body: { conversation_id: ids.humanConversation },
        response: success,
      },
    },
    errors: ['conversationNotFound', 'conversationMismatch'],
  },
  checkWebhooks: {
    examples: {
      both: {
        summary: 'Both addresses are reachable',
        response: {
          results: [
            {
              type: 'message',
              webhook_url: 'https://shop.example/frontdesk',
              reachable: true,
              http_status: 200,
              latency_ms: 42,
            },
            {
              type: 'human_service',
              webhook_url: 'https://shop.example/desk',
              reachable: true,
              http_status: 200,
              latency_ms: 45,
            },
          ],
        },
      },
    },
  },
};
