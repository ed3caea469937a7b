import { exampleSeconds, exampleIds as ids } from './example-ids.ts';

export const exampleAnswer = 'You can return an umbrella within 30 days.';

export const exampleTokens = {
  total_tokens: 212,
  prompt_tokens: 200,
  prompt_tokens_details: { audio_tokens: 0, text_tokens: 200 },
  completion_tokens: 12,
  completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 12 },
};

const outputOf = (text: string, componentName: string) => [
  {
    from_component_branch: '',
    from_component_name: componentName,
    content: { text, audio: [] },
  },
];

export const acceptedMessage = {
  conversation_id: ids.conversation,
  message_id: ids.message,
  answer_id: ids.answer,
  create_time: exampleSeconds,
};

export const exampleReply = {
  create_time: exampleSeconds,
  conversation_id: ids.conversation,
  message_id: ids.message,
  answer_id: ids.answer,
  output: outputOf(exampleAnswer, 'Shop assistant'),
  usage: {
    tokens: exampleTokens,
    credits: {
      total_credits: 0.4,
      text_input_credits: 0.3,
      text_output_credits: 0.1,
      audio_input_credits: 0,
      audio_output_credits: 0,
    },
  },
};

const flowOutput = [{ content: exampleAnswer, branch: null, from_component_name: 'Shop assistant' }];

export const exampleReplyV1 = {
  message_id: ids.message,
  answer_id: ids.answer,
  message_type: 'ANSWER',
  text: exampleAnswer,
  flow_output: flowOutput,
  create_time: exampleSeconds,
  conversation_id: ids.conversation,
};

const start = {
  code: 11,
  message: 'MessageInfo',
  data: { message_id: ids.message, answer_id: ids.answer },
};
const texts = ['You can return ', 'an umbrella ', 'within 30 days.'].map((data) => ({
  code: 3,
  message: 'Text',
  data,
}));
const output = { code: 10, message: 'FlowOutput', data: flowOutput };
const end = { code: 0, message: 'End', data: null };

export const exampleEvents = [
  start,
  ...texts,
  output,
  { code: 4, message: 'Cost', data: exampleTokens },
  end,
];

export const exampleEventsV1 = [start, ...texts, output, end];

/** The agent speaks its replies. The sound is much longer than here. */
export const spokenEvents = [
  start,
  ...texts,
  { code: 39, message: 'Audio', data: { audioAnswer: '', transcript: exampleAnswer } },
  { code: 39, message: 'Audio', data: { audioAnswer: '//uQxAAAAAAAAAAAAAAAAAAAAAAA', transcript: '' } },
  {
    code: 10,
    message: 'FlowOutput',
    data: [
      {
        content: exampleAnswer,
        branch: null,
        from_component_name: 'Shop assistant',
        audioDatas: [
          {
            transcript: exampleAnswer,
            url: 'https://frontdesk.example/files/reply.mp3?signature=…',
            seconds: 3.1,
          },
        ],
      },
    ],
  },
  { code: 4, message: 'Cost', data: exampleTokens },
  end,
];

export const failedEvents = [start, texts[0]!, { code: 50000, message: 'Internal system error', data: null }];

export const humanReply = {
  ...exampleReply,
  conversation_id: ids.humanConversation,
  message_id: ids.humanMessage,
  answer_id: ids.humanAnswer,
  output: outputOf('Hello, this is Grace.', 'Human service'),
  usage: {
    tokens: {
      total_tokens: 0,
      prompt_tokens: 0,
      prompt_tokens_details: { audio_tokens: 0, text_tokens: 0 },
      completion_tokens: 0,
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0, text_tokens: 0 },
    },
    credits: {
      total_credits: 0,
      text_input_credits: 0,
      text_output_credits: 0,
      audio_input_credits: 0,
      audio_output_credits: 0,
    },
  },
};
