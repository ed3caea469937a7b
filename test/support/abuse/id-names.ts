import { resolveReference } from '../../../src/http/docs/example-value.ts';
import type { JsonSchema } from '../../../src/http/openapi/index.ts';
import type { Operation } from './operations.ts';

const isIdName = (name: string): boolean => /(^ids?|_ids?|Ids?)$/.test(name);

const namesInBody = (given: JsonSchema | undefined, { schemas }: Operation, depth = 0): string[] => {
  if (!given || depth > 10) return [];
  const schema = resolveReference(given, schemas);
  const inside = (one: JsonSchema) => namesInBody(one, { schemas } as Operation, depth + 1);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  const choices = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as JsonSchema[]);
  return [
    ...properties.flatMap(([name, property]) => [name, ...inside(property)]),
    ...choices.flatMap(inside),
    ...(schema.items ? inside(schema.items as JsonSchema) : []),
  ];
};

/** Every name of an operation that can contain an id: in path, query and body. */
export const idNamesOf = (operation: Operation): { path: string[]; query: string[]; body: string[] } => {
  const unique = (names: string[]) => [...new Set(names.filter(isIdName))];
  const namesIn = (place: string) =>
    operation.parameters.flatMap((parameter) => (parameter.in === place ? [parameter.name] : []));
  return {
    path: [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter(isIdName),
    query: unique(namesIn('query')),
    body: unique(namesInBody(operation.body, operation)),
  };
};
