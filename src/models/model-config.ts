import { type Static, Type } from 'typebox';
import { ModelName, ModelReference } from './model-reference.ts';
import {
  type Provider,
  providerRow,
  providers,
  type providerTable,
  type RemoteProvider,
} from './provider-table.ts';

/** File kinds that the model reads itself. A missing kind has the provider's default. */
export const ModelTakes = Type.Object(
  {
    image: Type.Optional(Type.Boolean()),
    audio: Type.Optional(Type.Boolean()),
    document: Type.Optional(Type.Boolean()),
  },
  { description: 'Kinds of files that the model reads itself; others are converted to text first' },
);

const takes = Type.Optional(ModelTakes);
const apiKey = Type.Optional(Type.String({ minLength: 1, maxLength: 4096 }));
const headers = Type.Optional(
  Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 4096 }), {
    maxProperties: 50,
    description: 'Additional headers for every call',
  }),
);

const firstTokenTimeoutMs = Type.Optional(
  Type.Integer({
    minimum: 100,
    maximum: 3_600_000,
    description: 'Time limit for the first token; default: setting of the agent or the service',
  }),
);

/** Absolute http(s) URL. Where the path ends is explained in openai-compatible/endpoint-url.ts. */
export const ModelBaseUrl = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 });

const common = { apiKey, name: ModelName, takes, headers, firstTokenTimeoutMs };

/** Fields that only one provider has. */
const ownFields = {
  openai: {
    maxTokensField: Type.Optional(
      Type.Union([Type.Literal('max_tokens'), Type.Literal('max_completion_tokens')], {
        description:
          'Field that limits the output; default: max_completion_tokens at api.openai.com, otherwise max_tokens',
      }),
    ),
    includeUsage: Type.Optional(
      Type.Boolean({
        description: 'Request token counts in the stream; false for servers that reject the option',
      }),
    ),
  },
} satisfies Partial<Record<RemoteProvider, Type.TProperties>>;

type Address<Name extends RemoteProvider> = (typeof providerTable)[Name]['address'] extends {
  isRequired: true;
}
  ? { baseUrl: string }
  : { baseUrl?: string };

type OwnFields<Name extends RemoteProvider> = Name extends keyof typeof ownFields
  ? Static<Type.TObject<(typeof ownFields)[Name]>>
  : unknown;

export type RemoteModelConfig<Name extends RemoteProvider> = { provider: Name } & Address<Name> &
  Static<Type.TObject<typeof common>> &
  OwnFields<Name>;

export type ModelConfig =
  | { provider: Exclude<Provider, RemoteProvider> }
  | { [Name in RemoteProvider]: RemoteModelConfig<Name> }[RemoteProvider];

/** The configuration schema of a provider, made from its row of the table. */
const schemaOf = (provider: Provider) => {
  const { address } = providerRow(provider);
  const own: Type.TProperties = (ownFields as Partial<Record<Provider, Type.TProperties>>)[provider] ?? {};
  const remote: Type.TProperties = address
    ? { baseUrl: address.isRequired ? ModelBaseUrl : Type.Optional(ModelBaseUrl), ...common, ...own }
    : {};
  return Type.Object({ provider: Type.Literal(provider), ...remote });
};

/** One schema per provider. Those without a base URL come first. */
export const modelConfigSchemas = providers
  .toSorted((a, b) => Number('address' in providerRow(a)) - Number('address' in providerRow(b)))
  .map((provider) => ({ provider, schema: schemaOf(provider) }));

export const ModelConfig = Type.Unsafe<ModelConfig>(
  Type.Union(modelConfigSchemas.map(({ schema }) => schema)),
);

/** How agents choose a model: with its own configuration, or from a connection. */
export type ChosenModel = ModelConfig | ModelReference;

export const ChosenModel = Type.Unsafe<ChosenModel>(
  Type.Union([ModelReference, ...modelConfigSchemas.map(({ schema }) => schema)]),
);
