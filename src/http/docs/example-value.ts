import type { JsonSchema } from '../openapi/index.ts';

export type Schemas = Record<string, JsonSchema>;

const maxDepth = 6;

export const resolveReference = (schema: JsonSchema, schemas: Schemas): JsonSchema =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema;

const scalars: Record<string, unknown> = {
  string: 'text',
  integer: 1,
  number: 0.5,
  boolean: true,
  null: null,
};

const exampleId = '7089f1000123456789abcdef';

const isPlainId = (name: string, property: JsonSchema): boolean =>
  /(^id|_id|Id)$/.test(name) && property.type === 'string' && !('examples' in property);

const exampleObject = (schema: JsonSchema, schemas: Schemas, depth: number, whole: boolean): object => {
  const properties = Object.entries((schema.properties ?? {}) as Schemas);
  const required = (schema.required ?? []) as string[];
  const shown = whole ? properties : properties.filter(([name]) => required.includes(name));
  return Object.fromEntries(
    shown.map(([name, property]) => [
      name,
      isPlainId(name, property) ? exampleId : exampleValue(property, schemas, { whole, depth: depth + 1 }),
    ]),
  );
};

/** A value of the schema's shape, or its own example. `whole` includes optional fields. */
export const exampleValue = (
  given: JsonSchema,
  schemas: Schemas,
  { whole = true, depth = 0 }: { whole?: boolean; depth?: number } = {},
): unknown => {
  const schema = resolveReference(given, schemas);
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if ('default' in schema && schema.type !== 'object') return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices) {
    const choice = choices.find((one) => one.type !== 'null') ?? choices[0]!;
    return exampleValue(choice, schemas, { whole, depth });
  }
  if (schema.format === 'date-time') return '2030-01-01T12:00:00.000Z';
  if (schema.type === 'array')
    return depth < maxDepth
      ? [exampleValue((schema.items ?? {}) as JsonSchema, schemas, { whole, depth: depth + 1 })]
      : [];
  if (schema.type === 'object') return depth < maxDepth ? exampleObject(schema, schemas, depth, whole) : {};
  return scalars[String(schema.type)] ?? null;
};
