import { Type } from 'typebox';
import { describedByKeyword } from './openapi/component-schemas.ts';

/** In the developer API null means absent in every optional field. */
export const Maybe = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Optional(Type.Union([schema, Type.Null()]));

/** A required text: not absent, null, empty or blank. */
export const RequiredText = (options: { description?: string; maxLength?: number } = {}) =>
  Type.String({ minLength: 1, pattern: '\\S', ...options });

/** A list in a query. */
export const IdList = Type.Array(Type.String(), {
  description: 'Repeat the parameter, join values with commas, or use name[] or name[0]',
});

export const oneOf = <const Values extends readonly string[]>(values: Values, description?: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });

/**
 * A value that is passed on unchanged instead of being checked and copied field by field. It is checked elsewhere. The
 * OpenAPI document describes it by `schema`.
 */
export const describedBy = <Value>(schema: Type.TSchema) =>
  Type.Unsafe<Value>({ [describedByKeyword]: schema });

/** Option of a schema that checks one way and is described in another: more exactly, or as a union. */
export const documentedAs = (schema: Type.TSchema) => ({ [describedByKeyword]: schema });

/**
 * A union that clients tell apart by one constant field, for the OpenAPI document. `variants` maps each constant to a schema
 * with a title. Only for descriptions: the validator does not know mappings.
 */
export const discriminated = (
  title: string,
  propertyName: string,
  variants: Readonly<Record<string, Type.TSchema & { title?: string }>>,
  description?: string,
) =>
  Type.Unsafe<unknown>({
    title,
    ...(description === undefined ? {} : { description }),
    oneOf: [...new Set(Object.values(variants))],
    discriminator: {
      propertyName,
      mapping: Object.fromEntries(
        Object.entries(variants).map(([value, schema]) => [value, `#/components/schemas/${schema.title}`]),
      ),
    },
  });

/** The response of calls that return nothing else. */
export const Success = Type.Object(
  { code: Type.Literal(0), message: Type.Literal('OK') },
  { title: 'Success' },
);

export const done = { code: 0, message: 'OK' } as const;

export const Affected = Type.Object(
  { affectCount: Type.Integer({ description: 'Number of changed items' }) },
  { title: 'Affected' },
);

/** The handler reads it with `readIdempotencyKey`. */
export const idempotencyHeader = {
  'Idempotency-Key': {
    type: 'string',
    maxLength: 255,
    description:
      'Makes the call safe to repeat for 24 hours: the same key with the same body returns the same response and has no further effect',
  },
};
