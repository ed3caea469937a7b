import { Type } from 'typebox';
import { modelFields, Nullable, node, Template, VariableName } from './node-parts.ts';

const Path = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z0-9_-]+)*$',
});

/** Reads fields from a text with a model, or with rules if the model is the embedded one. */
export const ExtractNode = node('extract', {
  ...modelFields,
  text: Template('{{question}}'),
  instruction: Template(''),
  schema: Type.Record(Type.String(), Type.Unknown(), {
    description: 'JSON Schema of an object with the fields',
  }),
  defaults: Nullable(
    Type.Record(Type.String({ maxLength: 200 }), Type.Unknown(), {
      description: 'Saved if the fields cannot be read; null: the branch "failed" is taken instead',
    }),
  ),
  saveAs: VariableName,
});

/** Creates JSON from variables. */
export const JsonNode = node('json', {
  operation: Type.Union([Type.Literal('merge'), Type.Literal('pick'), Type.Literal('build')], {
    default: 'merge',
  }),
  sources: Type.Array(Path, {
    maxItems: 20,
    default: [],
    description: 'For merge: variables or paths, in order. Objects: later ones win; lists are concatenated',
  }),
  deep: Type.Boolean({ default: false, description: 'For merge: whether nested objects are merged too' }),
  fields: Type.Array(Type.Object({ from: Path, to: Path }, { additionalProperties: false }), {
    maxItems: 100,
    default: [],
    description: 'For pick: the variable or path, and the path in the result',
  }),
  ifMissing: Type.Union([Type.Literal('fail'), Type.Literal('null'), Type.Literal('omit')], {
    default: 'fail',
    description: 'For pick: what happens with a path without a value',
  }),
  template: Template(''),
  output: Type.Union([Type.Literal('json'), Type.Literal('text')], { default: 'json' }),
  saveAs: VariableName,
});
