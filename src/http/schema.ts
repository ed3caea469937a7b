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
