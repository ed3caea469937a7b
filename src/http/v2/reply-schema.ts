import { Type } from 'typebox';

const TokenCounts = Type.Object({
  total_tokens: Type.Integer(),
  prompt_tokens: Type.Integer(),
  prompt_tokens_details: Type.Object({ audio_tokens: Type.Integer(), text_tokens: Type.Integer() }),
  completion_tokens: Type.Integer(),
  completion_tokens_details: Type.Object({
    reasoning_tokens: Type.Integer(),
    audio_tokens: Type.Integer(),
    text_tokens: Type.Integer(),
  }),
});

const Credits = Type.Object({
  total_credits: Type.Number(),
  text_input_credits: Type.Number(),
  text_output_credits: Type.Number(),
  audio_input_credits: Type.Number(),
  audio_output_credits: Type.Number(),
  service_credits: Type.Optional(
    Type.Number({ description: 'Cost of rerankers, tools and tables, if they have a price' }),
  ),
});

/** A blocking reply. In webhook mode it contains only the ids and the time: the reply itself is delivered. */
export const ReplyV2 = Type.Object({
  create_time: Type.Integer({ description: 'Seconds' }),
  conversation_id: Type.String(),
  message_id: Type.String(),
  answer_id: Type.String(),
  output: Type.Optional(
    Type.Array(
      Type.Object({
        from_component_branch: Type.String(),
        from_component_name: Type.String(),
        content: Type.Object({
          text: Type.String(),
          audio: Type.Array(Type.Object({ audio: Type.String(), transcript: Type.String() })),
        }),
      }),
    ),
  ),
  usage: Type.Optional(Type.Object({ tokens: TokenCounts, credits: Credits })),
});
