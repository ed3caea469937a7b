import type { OperationReference } from '../../openapi/index.ts';
import { exampleFilesUrl, exampleIds as ids } from './example-ids.ts';

const amounts = {
  total: 1.5,
  chat: 1.2,
  knowledge_doc_indexing: 0.1,
  rerank: 0,
  database_processing: 0,
  tool_call: 0,
  asr: 0.1,
  tts: 0.1,
};

/** Users, account and audio. */
export const accountExamples: Record<string, OperationReference> = {
  updateUserProperties: {
    examples: {
      attributes: {
        summary: 'Two attributes of a user',
        body: {
          user_id: 'ada',
          property_values: [
            { property_name: 'email', value: 'ada@example.com' },
            { property_name: 'orders', value: 3 },
          ],
        },
        response: {
          success_update: [
            { property_name: 'email', value: 'ada@example.com' },
            { property_name: 'orders', value: 3 },
          ],
          fail_update: [],
        },
      },
    },
  },
  getUserProperties: {
    examples: {
      user: {
        summary: 'Attributes of a user',
        parameters: { user_ids: ['ada'] },
        response: [
          { user_id: 'ada', property_values: [{ property_name: 'email', value: 'ada@example.com' }] },
        ],
      },
    },
  },
  linkAnonymousUser: {
    examples: {
      link: {
        summary: 'A visitor signed in',
        body: { anonymous_id: ids.anonymous, user_id: 'ada' },
        response: { code: 0, message: 'OK' },
      },
    },
  },
  verifyApiKey: {
    examples: { key: { summary: 'A valid key', response: { type: 'agent', id: ids.agent } } },
  },
  getAgent: {
    examples: {
      agent: {
        summary: 'The agent of the key',
        response: {
          bot_id: ids.agent,
          name: 'Shop assistant',
          bot_type: 'SIMPLE',
          question_limit: 4096,
          short_term_memory: true,
          long_term_memory: true,
        },
      },
    },
  },
  getBillTotal: {
    examples: {
      month: {
        summary: 'One month',
        parameters: { start_date: '2026-01-01', end_date: '2026-01-31' },
        response: { start_date: '2026-01-01', end_date: '2026-01-31', ...amounts },
      },
    },
  },
  listBillDays: {
    examples: {
      month: {
        summary: 'The current month',
        parameters: { page: 1, page_size: 10 },
        response: [{ date: '2026-01-01', ...amounts }],
      },
    },
  },
  transcribeAudio: {
    examples: {
      url: {
        summary: 'A recording from a URL',
        body: { audio: { url: `${exampleFilesUrl}/question.mp3`, name: 'question.mp3', format: 'mp3' } },
        response: { text: 'How long can I return an umbrella?' },
      },
    },
    errors: ['insufficientCredits'],
  },
  synthesizeSpeech: {
    examples: {
      text: {
        summary: 'Speak a sentence',
        body: { text: 'You can return an umbrella within 30 days.' },
        response: {
          audio: { url: 'https://frontdesk.example/files/speech.mp3?signature=…', seconds: 3.1 },
        },
      },
    },
    errors: ['insufficientCredits', 'quotaExceeded', 'diskFull'],
  },
};
