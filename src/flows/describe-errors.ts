import type { Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import type { FieldProblem } from './flow-problem.ts';

type SchemaError = ReturnType<typeof Value.Errors>[number];

const fieldAt = (instancePath: string): string | null => instancePath.slice(1).replaceAll('/', '.') || null;

/** "/a/b" → ["/a", "b"]: the parent of an unknown field, and the field. */
const splitLast = (instancePath: string): [string, string] => {
  const at = instancePath.lastIndexOf('/');
  return [instancePath.slice(0, at), instancePath.slice(at + 1)];
};

const describe = ({ keyword, instancePath, params, message }: SchemaError): FieldProblem => {
  if (keyword === 'boolean') {
    const [owner, field] = splitLast(instancePath);
    return { field: fieldAt(owner), message: `has no field ${field}` };
  }
  const { requiredProperties } = params as { requiredProperties?: string[] };
  if (requiredProperties)
    return { field: fieldAt(instancePath), message: `needs ${requiredProperties.join(', ')}` };
  const isEmpty = keyword === 'minLength' && (params as { limit: number }).limit === 1;
  return { field: fieldAt(instancePath), message: isEmpty ? 'must not be empty' : message };
};

/** Errors that repeat another error of the same value, which is more exact. */
const summaries = ['anyOf', 'additionalProperties'];

/** Compiled schemas: interpreting the schema of each node of a large flow took half of the time of the check. */
const validators = new WeakMap<Type.TSchema, Validator>();

const isValid = (schema: Type.TSchema, value: unknown): boolean => {
  let validator = validators.get(schema);
  if (!validator) {
    validator = Compile(schema);
    validators.set(schema, validator);
  }
  return validator.Check(value);
};

/** The first error of each setting. */
export const describeErrors = (schema: Type.TSchema, value: unknown): FieldProblem[] => {
  // Checking validity takes a hundredth of the time of finding the errors.
  if (isValid(schema, value)) return [];
  const errors = [...Value.Errors(schema, value)];
  const exact = errors.filter(({ keyword }) => !summaries.includes(keyword));
  const bySetting = new Map<string, FieldProblem>();
  for (const error of exact.length > 0 ? exact : errors) {
    const setting = error.instancePath.split('/')[1] ?? '';
    if (!bySetting.has(setting)) bySetting.set(setting, describe(error));
  }
  return bySetting.size > 0 ? [...bySetting.values()] : [{ field: null, message: 'is not valid' }];
};
