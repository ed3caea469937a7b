import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';

export interface ValueToCheck {
  /** JSON text of the schema; also its key in the cache of compiled schemas. */
  schema: string;
  /** JSON text of the value. If absent, only the schema is compiled. */
  value?: string;
}

/** Empty if the value is valid. */
export interface CheckedValue {
  /** The schema itself is not valid. */
  schemaProblem?: string;
  /** What is invalid, with the path in the value. */
  problem?: string;
}

/** A compiled schema takes about 20 KB. */
const mostCompiled = 500;
const compiled = new Map<string, ValidateFunction>();

const compile = (schema: string): ValidateFunction => {
  let validate = compiled.get(schema);
  if (!validate) {
    // One compiler per schema, because a compiler keeps every schema it has seen. Formats are hints to the model; a
    // schema written for another validator must not fail on them.
    const ajv = new Ajv2020({
      strict: false,
      allErrors: false,
      validateFormats: false,
      addUsedSchema: false,
      logger: false,
      unicodeRegExp: false,
    });
    validate = ajv.compile(JSON.parse(schema));
  }
  compiled.delete(schema);
  if (compiled.size >= mostCompiled) compiled.delete(compiled.keys().next().value!);
  compiled.set(schema, validate);
  return validate;
};

// The first schema takes much longer than the next ones. Compiled here, it does not count against a tenant.
compile('{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}');

const describe = (error: ErrorObject): string => {
  const where = error.instancePath === '' ? 'arguments' : error.instancePath.slice(1).replaceAll('/', '.');
  const extra = error.params.additionalProperty ?? error.params.allowedValues;
  return `${where} ${error.message ?? 'is not valid'}${extra === undefined ? '' : ` (${JSON.stringify(extra)})`}`;
};

const longestProblem = 1000;

/** Checks a value against a JSON Schema that a tenant wrote. */
export default ({ schema, value }: ValueToCheck): CheckedValue => {
  let validate: ValidateFunction;
  try {
    validate = compile(schema);
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return { schemaProblem: String((error as Error).message).slice(0, longestProblem) };
  }
  if (value === undefined || validate(JSON.parse(value))) return {};
  const [first] = validate.errors ?? [];
  return { problem: first ? describe(first).slice(0, longestProblem) : 'arguments are not valid' };
};
