import { type Static, Type } from 'typebox';
import type { Provider } from './provider-table.ts';

/** What the model reads itself; a kind left out keeps the provider's default. */
const takes = Type.Optional(
  Type.Object(
    {
      image: Type.Optional(Type.Boolean()),
      audio: Type.Optional(Type.Boolean()),
      document: Type.Optional(Type.Boolean()),
    },
    { description: 'Kinds of files the model reads itself; the others are turned into text first' },
  ),
);

const name = Type.String({ minLength: 1, maxLength: 200, description: "The model's name on its server" });
const apiKey = Type.Optional(Type.String({ minLength: 1, maxLength: 4096 }));
const headers = Type.Optional(
  Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4096 }), {
    description: 'Sent with every call, for gateways that want more than a key',
  }),
);

const firstTokenTimeoutMs = Type.Optional(
  Type.Integer({
    minimum: 100,
    maximum: 3_600_000,
    description: 'Until the first token; by default as the agent has it, or the service',
  }),
);

/** Absolute http(s) URL. Where the path ends is explained in openai-compatible/endpoint-url.ts. */
const baseUrl = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 });

export const EmbeddedModelConfig = Type.Object({ provider: Type.Literal('embedded' satisfies Provider) });

export const OpenaiModelConfig = Type.Object({
  provider: Type.Literal('openai' satisfies Provider),
  baseUrl,
  apiKey,
  name,
  takes,
  headers,
  firstTokenTimeoutMs,
  maxTokensField: Type.Optional(
    Type.Union([Type.Literal('max_tokens'), Type.Literal('max_completion_tokens')], {
      description:
        'The field that limits the output; by default max_completion_tokens at api.openai.com only',
    }),
  ),
  includeUsage: Type.Optional(
    Type.Boolean({
      description: 'Ask for token figures in the stream; off for servers that refuse the option',
    }),
  ),
});

export const AnthropicModelConfig = Type.Object({
  provider: Type.Literal('anthropic' satisfies Provider),
  baseUrl: Type.Optional(baseUrl),
  apiKey,
  name,
  takes,
  headers,
  firstTokenTimeoutMs,
});

export const GoogleModelConfig = Type.Object({
  provider: Type.Literal('google' satisfies Provider),
  baseUrl: Type.Optional(baseUrl),
  apiKey,
  name,
  takes,
  headers,
  firstTokenTimeoutMs,
});

export const ModelConfig = Type.Union([
  EmbeddedModelConfig,
  OpenaiModelConfig,
  AnthropicModelConfig,
  GoogleModelConfig,
]);

export type OpenaiModelConfig = Static<typeof OpenaiModelConfig>;
export type AnthropicModelConfig = Static<typeof AnthropicModelConfig>;
export type GoogleModelConfig = Static<typeof GoogleModelConfig>;
/** `never` while a provider of the table has no configuration here, so that nothing compiles that uses it. */
export type ModelConfig = [Provider] extends [Static<typeof ModelConfig>['provider']]
  ? Static<typeof ModelConfig>
  : never;
