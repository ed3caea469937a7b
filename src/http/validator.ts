import { Ajv, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { AppError } from '../lib/errors.ts';
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

/**
 * Makes a route's schema a check that fails with a sentence naming the field and the rule. It is compiled by
 * the first request: all schemas together are a third of the work of a start, and most starts need few.
 */
export const validatorCompiler: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const place = places[httpPart ?? 'body'] ?? 'request';
  let compiled: ValidateFunction | undefined;
  return (value: unknown) => {
    compiled ??= (httpPart === 'body' ? strictAjv : readingAjv).compile(schema);
    const validate = compiled;
    if (validate(value)) return { value };
    const message = describeValidation((validate.errors ?? []) as BrokenRule[], place);
    return { error: new AppError('invalidParameter', message) };
  };
};
