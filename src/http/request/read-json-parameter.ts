import { Ajv } from 'ajv';
import { type Static, Type } from 'typebox';
import { AppError } from '../../lib/errors.ts';
import { type BrokenRule, describeValidation } from '../server/describe-validation.ts';

const ajv = new Ajv({ allErrors: false, strict: false });

/** Reads parameters of a query that contain an object as JSON. Errors name the field inside the object. */
export const createJsonParameter = <Schema extends Type.TSchema>(name: string, schema: Schema) => {
  // With its name, so that errors are about `filter.tags`.
  const validate = ajv.compile(Type.Object({ [name]: schema }));
  return (text: string | undefined): Static<Schema> | undefined => {
    if (text === undefined) return undefined;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new AppError('invalidParameter', `${name} must be JSON, encoded for a URL`);
    }
    if (validate({ [name]: value })) return value as Static<Schema>;
    throw new AppError(
      'invalidParameter',
      describeValidation((validate.errors ?? []) as BrokenRule[], 'query string'),
    );
  };
};
