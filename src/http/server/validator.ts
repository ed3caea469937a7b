import { Ajv } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import { readQuery } from '../request/read-query.ts';
import { compileAtFirstUse, compileEqualOnce } from './compile-in-steps.ts';
import { type BrokenRule, describeValidation } from './describe-validation.ts';

// Bodies are never coerced: "5" is not 5. Query strings and paths are text, so numbers are read from them.
const strictAjv = new Ajv({
  coerceTypes: false,
  useDefaults: true,
  allErrors: false,
  strict: false,
  discriminator: true,
});
const readingAjv = new Ajv({ coerceTypes: 'array', useDefaults: true, allErrors: false, strict: false });

const places: Record<string, string> = {
  body: 'request body',
  querystring: 'query string',
  params: 'path',
  headers: 'headers',
};

/** Keywords whose values are not schemas, although they may look like one. */
const isValue = (keyword: string): boolean => ['default', 'examples', 'const', 'enum'].includes(keyword);

/**
 * Every integer must be a safe integer: beyond that two numbers are read as one, and databases cannot store
 * them. Set here once, instead of at each field.
 */
const withSafeIntegers = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(withSafeIntegers);
  if (schema === null || typeof schema !== 'object') return schema;
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, isValue(name) ? value : withSafeIntegers(value)]),
  );
  return copy.type === 'integer'
    ? { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...copy }
    : copy;
};

const compileBody = compileEqualOnce((schema) => strictAjv.compile(withSafeIntegers(schema) as object));
const compileText = compileEqualOnce((schema) => readingAjv.compile(withSafeIntegers(schema) as object));

/** Turns a route's schema into a check whose error names the field and the rule. */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart, url }) => {
  const place = places[httpPart ?? 'body'] ?? 'request';
  const compiled = compileAtFirstUse(url, () => (httpPart === 'body' ? compileBody : compileText)(schema));
  const { properties = {} } = schema as { properties?: object };
  const parameters = new Set(Object.keys(properties));
  return (given: unknown) => {
    const validate = compiled();
    const value = httpPart === 'querystring' ? readQuery(given as Record<string, string>, parameters) : given;
    if (validate(value)) return { value };
    const message = describeValidation((validate.errors ?? []) as BrokenRule[], place);
    return { error: new AppError('invalidParameter', message) };
  };
};
