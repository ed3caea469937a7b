import { type Static, Type } from 'typebox';
import { ModelReference } from '../models/model-reference.ts';
import { type Provider, type RemoteProvider, remoteProviders } from '../models/provider-table.ts';

export const Nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()], { default: null });

export const VariableName = Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' });
export const BranchName = Type.String({ minLength: 1, maxLength: 64, pattern: '\\S' });

const templates = new WeakSet<object>();

export const Template = (defaultText?: string) => {
  const schema = Type.String({
    maxLength: 50_000,
    description: 'Text that may contain {{variable}} or {{variable.path}}',
    ...(defaultText === undefined ? {} : { default: defaultText }),
  });
  templates.add(schema);
  return schema;
};

/** Values of arguments and fields: templates, or plain JSON that is passed on unchanged. */
export const Values = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.Union([Type.String({ maxLength: 20_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  { default: {} },
);

const baseUrl = Type.String({ pattern: '^https?://[^\\s]+$', maxLength: 2000 });
const takes = Type.Object(
  {
    image: Type.Optional(Type.Boolean()),
    audio: Type.Optional(Type.Boolean()),
    document: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

/**
 * A component's own model. It has no key, because flows are exported and displayed. The key is that of the
 * agent's model at the same provider and base URL, or that of the chosen connection.
 */
export const ComponentModel = Type.Union([
  Type.Object({ provider: Type.Literal('embedded' satisfies Provider) }, { additionalProperties: false }),
  ModelReference,
  Type.Object(
    {
      provider: Type.Unsafe<RemoteProvider>(Type.Union(remoteProviders.map((name) => Type.Literal(name)))),
      baseUrl: Type.Optional(baseUrl),
      name: Type.String({ minLength: 1, maxLength: 200 }),
      takes: Type.Optional(takes),
    },
    { additionalProperties: false },
  ),
]);

export const common = {
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }),
  name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  retries: Type.Integer({
    minimum: 0,
    maximum: 5,
    default: 0,
    description: 'Further attempts after a failure',
  }),
  timeoutMs: Type.Integer({ minimum: 50, maximum: 600_000, default: 60_000 }),
};

export const node = <Kind extends string, Fields extends Type.TProperties>(type: Kind, fields: Fields) =>
  Type.Object({ ...common, type: Type.Literal(type), ...fields }, { additionalProperties: false });

export const modelFields = {
  model: Nullable(ComponentModel),
  temperature: Nullable(Type.Number({ minimum: 0, maximum: 2 })),
  maxOutputTokens: Nullable(Type.Integer({ minimum: 1, maximum: 200_000 })),
};

export const Memory = (defaults: { shortTerm: boolean; longTerm: boolean }) =>
  Type.Object(
    {
      shortTerm: Type.Boolean({ default: defaults.shortTerm }),
      longTerm: Type.Boolean({ default: defaults.longTerm }),
    },
    { default: {}, additionalProperties: false },
  );

/** Whether a setting of a node is a template, or may be one. */
export const isTemplate = (schema: Type.TSchema): boolean =>
  templates.has(schema) || ((schema as { anyOf?: Type.TSchema[] }).anyOf ?? []).some(isTemplate);

export type ComponentModel = Static<typeof ComponentModel>;
