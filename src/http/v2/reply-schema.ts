import { Type } from 'typebox';
import { documentedAs } from '../schema.ts';

const PromptTokens = Type.Object(
  { audio_tokens: Type.Integer(), text_tokens: Type.Integer() },
  { title: 'PromptTokenDetails' },
);

const CompletionTokens = Type.Object(
  { reasoning_tokens: Type.Integer(), audio_tokens: Type.Integer(), text_tokens: Type.Integer() },
  { title: 'CompletionTokenDetails' },
);

export const TokenCounts = Type.Object(
  {
    total_tokens: Type.Integer(),
    prompt_tokens: Type.Integer(),
    prompt_tokens_details: PromptTokens,
    completion_tokens: Type.Integer(),
    completion_tokens_details: CompletionTokens,
  },
  { title: 'TokenCounts' },
);

const Credits = Type.Object(
  {
    total_credits: Type.Number(),
    text_input_credits: Type.Number(),
    text_output_credits: Type.Number(),
    audio_input_credits: Type.Number(),
    audio_output_credits: Type.Number(),
    service_credits: Type.Optional(
      Type.Number({ description: 'Cost of rerankers, tools and tables, if they have a price' }),
    ),
  },
  { title: 'CreditCounts' },
);

const Audio = Type.Object(
  { audio: Type.String({ description: 'URL of the recording' }), transcript: Type.String() },
  { title: 'AudioOutput' },
);

const Content = Type.Object({ text: Type.String(), audio: Type.Array(Audio) }, { title: 'OutputContent' });

export const Output = Type.Object(
  { from_component_branch: Type.String(), from_component_name: Type.String(), content: Content },
  { title: 'Output', description: 'Output of one component of the agent' },
);

export const Usage = Type.Object({ tokens: TokenCounts, credits: Credits }, { title: 'Usage' });

const ids = {
  create_time: Type.Integer({ description: 'Seconds' }),
  conversation_id: Type.String(),
  message_id: Type.String(),
  answer_id: Type.String(),
};

/** The response in webhook mode: the reply itself is delivered later. */
export const AcceptedMessage = Type.Object(ids, { title: 'AcceptedMessage' });

export const Reply = Type.Object({ ...ids, output: Type.Array(Output), usage: Usage }, { title: 'Reply' });

/** A blocking reply. In webhook mode it contains only the ids and the time. */
export const ReplyV2 = Type.Object(
  { ...ids, output: Type.Optional(Type.Array(Output)), usage: Type.Optional(Usage) },
  documentedAs(
    Type.Union([Reply, AcceptedMessage], {
      title: 'SentMessage',
      description: 'The reply (blocking), or the IDs of the accepted message (webhook)',
    }),
  ),
);
