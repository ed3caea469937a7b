import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { compileAtFirstUse, compileEqualOnce } from './compile-in-steps.ts';

const compile = compileEqualOnce((schema) => fastJsonStringify(schema));

/** Turns the schema of a response into a function that writes its JSON and leaves out fields that the schema does not name. */
export const serializerCompiler: FastifySerializerCompiler<object> = ({ schema, url }) => {
  const compiled = compileAtFirstUse(url, () => compile(schema));
  return (value: unknown) => compiled()(value);
};
