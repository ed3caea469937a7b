import { type Static, Type } from 'typebox';
import { ModelBaseUrl, ModelName, ModelReference, ModelTakes } from '../models/index.ts';

export const connectionLimits = { perWorkspace: 50, models: 50, headers: 20 };

const Nullable = <Schema extends Type.TSchema>(schema: Schema, options: Type.TSchemaOptions) =>
  Type.Union([schema, Type.Null()], options);

/** Decimal text, like the prices of an agent. */
const Credits = Type.String({ pattern: '^\\d{1,9}(\\.\\d{1,9})?$' });

/** One model of a connection. */
export const ConnectedModel = Type.Object(
  {
    name: ModelName,
    takes: Type.Optional(ModelTakes),
    contextTokens: Nullable(Type.Integer({ minimum: 256, maximum: 100_000_000 }), {
      default: null,
      description: 'Context window in tokens; limits how much of the conversation is sent. null: unknown',
    }),
    price: Nullable(Type.Object({ inputPerMillion: Credits, outputPerMillion: Credits }), {
      default: null,
      description: 'Credits per million tokens. null: the prices of the agent apply',
    }),
  },
  { title: 'ConnectedModel' },
);

export type ConnectedModel = Static<typeof ConnectedModel>;

const Headers = Type.Record(Type.String({ maxLength: 100 }), Type.String({ maxLength: 4096 }), {
  maxProperties: connectionLimits.headers,
  description: 'Additional headers for every call. Their values are secret',
});

export const ConnectionSettings = Type.Object({
  baseUrl: Nullable(ModelBaseUrl, {
    description: 'null: the address of the provider itself',
  }),
  apiKey: Nullable(Type.String({ minLength: 1, maxLength: 4096 }), {
    description: 'API key of the provider',
  }),
  headers: Headers,
  models: Type.Array(ConnectedModel, { minItems: 1, maxItems: connectionLimits.models }),
});

export type ConnectionSettings = Static<typeof ConnectionSettings>;

/** The model of agents without their own: the embedded one, or one of a connection. */
export const DefaultModel = Type.Union([
  Type.Object({ provider: Type.Literal('embedded') }, { additionalProperties: false }),
  ModelReference,
]);

export type DefaultModel = Static<typeof DefaultModel>;
