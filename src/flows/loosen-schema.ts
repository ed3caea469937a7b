import type { Type } from 'typebox';
import { common } from './node-parts.ts';

/** Rules about values, which a draft may break. Types, known fields and upper limits of lengths stay. */
const valueRules = new Set(['minLength', 'pattern', 'minimum', 'maximum', 'minItems']);

type Json = Record<string, unknown>;

/** The schema of unfinished values. It can check values, but it has no defaults. */
export const loosenSchema = (schema: Type.TSchema): Type.TSchema => {
  // IDs are references inside of the flow. Without valid ones the editor cannot show it.
  if (schema === common.id) return schema;
  const loose: Json = {};
  for (const [keyword, value] of Object.entries(schema as Json)) {
    if (valueRules.has(keyword)) continue;
    if (keyword === 'properties') loose[keyword] = loosenAll(value as Json);
    else if (keyword === 'items') loose[keyword] = loosenSchema(value as Type.TSchema);
    else if (keyword === 'anyOf') loose[keyword] = (value as Type.TSchema[]).map(loosenSchema);
    else if (keyword === 'patternProperties') loose.additionalProperties = looseValue(value as Json);
    else if (keyword !== 'additionalProperties' || !('patternProperties' in schema)) loose[keyword] = value;
  }
  // An operator who types "1.5" can save it.
  if (loose.type === 'integer') loose.type = 'number';
  return loose as Type.TSchema;
};

const loosenAll = (schemas: Json): Json =>
  Object.fromEntries(Object.entries(schemas).map(([name, one]) => [name, loosenSchema(one as Type.TSchema)]));

/** A record has one pattern for all its keys. */
const looseValue = (patterns: Json): Type.TSchema =>
  loosenSchema((Object.values(patterns)[0] ?? {}) as Type.TSchema);
