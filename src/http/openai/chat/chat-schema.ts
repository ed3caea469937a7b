import { type Static, Type } from 'typebox';
import { Maybe, oneOf } from '../../schema.ts';
import { Content } from '../content-schema.ts';
import { functionFields, maxTools, ToolCallIn } from '../tool-schema.ts';

export const ChatMessage = Type.Object(
  {
    role: oneOf(
      ['user', 'assistant', 'system', 'developer', 'tool'],
      'Messages of the system and the developer are instructions of this call',
    ),
    content: Maybe(Content),
    tool_calls: Maybe(Type.Array(ToolCallIn, { maxItems: 128 })),
    tool_call_id: Maybe(Type.String({ maxLength: 256, description: 'Of a tool: the call it answers' })),
  },
  { title: 'ChatMessage' },
);

const ChatTool = Type.Object({
  type: Maybe(Type.String({ examples: ['function'] })),
  function: Maybe(Type.Object(functionFields)),
});

const ToolChoice = Type.Union([
  Type.String({ description: '`auto`, `none` or `required`', examples: ['auto'] }),
  Type.Object({ type: Maybe(Type.String()), function: Maybe(Type.Object({ name: Type.String() })) }),
]);

export const User = Type.String({
  minLength: 1,
  maxLength: 32,
  pattern: '\\S',
  description: 'ID of the user in your own system. Absent: a new anonymous user',
});

export const Model = Type.String({
  maxLength: 256,
  description: 'ID of the agent. The key selects the agent, so any name of a model is accepted',
});

const Tokens = Type.Integer({ minimum: 1, description: 'Lowers the output limit of the agent' });

/** Other fields, such as `temperature`, are ignored: settings of the agent decide. docs/openai.md lists them. */
export const CreateChatCompletion = Type.Object(
  {
    model: Maybe(Model),
    messages: Type.Array(ChatMessage, {
      minItems: 1,
      maxItems: 10_000,
      description: 'The history, ending with a message of the user or with results of tools',
    }),
    stream: Maybe(Type.Boolean()),
    stream_options: Maybe(Type.Object({ include_usage: Maybe(Type.Boolean()) })),
    tools: Maybe(Type.Array(ChatTool, { maxItems: maxTools })),
    tool_choice: Maybe(ToolChoice),
    user: Maybe(User),
    metadata: Maybe(
      Type.Object(
        { conversation_id: Maybe(Type.String({ description: 'The conversation to continue' })) },
        { description: 'Up to 16 pairs of text' },
      ),
    ),
    n: Maybe(Type.Integer({ minimum: 1, examples: [1], description: 'Must be 1' })),
    max_tokens: Maybe(Tokens),
    max_completion_tokens: Maybe(Tokens),
    response_format: Maybe(
      Type.Object({ type: Type.String({ examples: ['text'], description: 'Must be `text`' }) }),
    ),
    modalities: Maybe(Type.Array(Type.String({ examples: ['text'] }), { description: 'Only `text`' })),
    functions: Maybe(
      Type.Array(Type.Unknown(), { examples: [[]], description: 'Not supported: use `tools`' }),
    ),
  },
  { title: 'CreateChatCompletion' },
);
export type CreateChatCompletion = Static<typeof CreateChatCompletion>;
export type ChatMessage = Static<typeof ChatMessage>;

export const ChatUsage = Type.Object(
  {
    prompt_tokens: Type.Integer(),
    completion_tokens: Type.Integer(),
    total_tokens: Type.Integer(),
    prompt_tokens_details: Type.Object({ cached_tokens: Type.Integer(), audio_tokens: Type.Integer() }),
    completion_tokens_details: Type.Object({
      reasoning_tokens: Type.Integer(),
      audio_tokens: Type.Integer(),
    }),
  },
  { title: 'ChatUsage' },
);
export type ChatUsage = Static<typeof ChatUsage>;

export const UrlCitation = Type.Object({
  type: Type.Literal('url_citation'),
  url_citation: Type.Object({
    start_index: Type.Integer(),
    end_index: Type.Integer(),
    title: Type.String(),
    url: Type.String(),
  }),
});
export type UrlCitation = Static<typeof UrlCitation>;

export const ToolCallOut = Type.Object({
  id: Type.String(),
  type: Type.Literal('function'),
  function: Type.Object({ name: Type.String(), arguments: Type.String() }),
});
export type ToolCallOut = Static<typeof ToolCallOut>;

export const ChatCompletion = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('chat.completion'),
    created: Type.Integer({ description: 'Seconds' }),
    model: Type.String({ description: 'ID of the agent' }),
    choices: Type.Array(
      Type.Object({
        index: Type.Integer(),
        message: Type.Object({
          role: Type.Literal('assistant'),
          content: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
          refusal: Type.Null(),
          annotations: Type.Array(UrlCitation),
          tool_calls: Type.Optional(Type.Array(ToolCallOut)),
        }),
        logprobs: Type.Null(),
        finish_reason: oneOf(['stop', 'length', 'tool_calls']),
      }),
    ),
    usage: ChatUsage,
    metadata: Type.Object({ conversation_id: Type.String() }),
  },
  { title: 'ChatCompletion' },
);
export type ChatCompletion = Static<typeof ChatCompletion>;
