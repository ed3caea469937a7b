import type { JsonSchema } from '../../src/http/openapi/index.ts';

/** In a request, a field with a default is optional. In a response it is always present. */
export type Direction = 'request' | 'answer';

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
  patternProperties?: Record<string, JsonSchema>;
  additionalProperties?: boolean | JsonSchema;
}

const indent = (text: string): string => text.replaceAll('\n', '\n  ');

const plainName = /^[A-Za-z_$][\w$]*$/;
export const writeKey = (name: string): string => (plainName.test(name) ? name : `'${name}'`);

export const writeComment = ({ description }: JsonSchema): string =>
  typeof description === 'string' ? `/** ${description.replaceAll('*/', '*\\/')} */\n` : '';

/** A block of fields, one per line. */
export const writeBlock = (fields: string[]): string =>
  fields.length === 0 ? '{}' : `{\n  ${fields.map(indent).join('\n  ')}\n}`;

const unionOf = (types: string[]): string => [...new Set(types)].join(' | ');

const isUnion = ({ anyOf, oneOf, enum: values, type }: JsonSchema): boolean =>
  Boolean(anyOf ?? oneOf ?? values) || Array.isArray(type);

const writeArray = (schema: JsonSchema, direction: Direction): string => {
  const { minItems, maxItems } = schema;
  const items = (schema.items ?? {}) as JsonSchema;
  const item = writeType(items, direction);
  if (typeof minItems === 'number' && minItems === maxItems && minItems <= 4)
    return `[${Array(minItems).fill(item).join(', ')}]`;
  return isUnion(items) ? `(${item})[]` : `${item}[]`;
};

const writeObject = (schema: ObjectSchema, direction: Direction): string => {
  const { properties = {}, required = [], patternProperties, additionalProperties } = schema;
  const fields = Object.entries(properties).map(([name, property]) => {
    const isOptional = !required.includes(name) || (direction === 'request' && 'default' in property);
    const type = writeType(property, direction);
    return `${writeComment(property)}${writeKey(name)}${isOptional ? '?' : ''}: ${type};`;
  });
  const [others] = Object.values(patternProperties ?? {});
  const more = others ?? (additionalProperties === true ? {} : additionalProperties);
  if (more) {
    const value = writeType(more as JsonSchema, direction);
    if (fields.length === 0) return `Record<string, ${value}>`;
    fields.push(`[name: string]: ${value};`);
  }
  return fields.length === 0 ? 'object' : writeBlock(fields);
};

const plainTypes: Record<string, string> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The TypeScript type of a schema. Lengths, ranges and patterns cannot be expressed in a type. */
export const writeType = (schema: JsonSchema, direction: Direction): string => {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if ('const' in schema) return writeLiteral(schema.const);
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map(writeLiteral));
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (alternatives) return unionOf(alternatives.map((one) => writeType(one, direction)));
  if (Array.isArray(schema.type))
    return unionOf(schema.type.map((type) => writeType({ ...schema, type }, direction)));
  if (schema.type === 'array') return writeArray(schema, direction);
  if (schema.type === 'object') return writeObject(schema, direction);
  if (schema.type === undefined) return 'unknown';
  const plain = plainTypes[String(schema.type)];
  if (plain === undefined) throw new Error(`There is no TypeScript type for ${JSON.stringify(schema)}`);
  return plain;
};

const writeLiteral = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
