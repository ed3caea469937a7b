import type { JsonSchema } from '../../../../src/http/openapi/index.ts';
import { exampleBody, type KnownIds } from '../make-attack.ts';
import type { Operation, Parameter } from '../operations.ts';
import type { WorstCall } from './measured-service.ts';

/** Limit of an ordinary body, see http/json-parser.ts. */
const bodyBytes = 1024 * 1024;
/** The most values that a body may contain. */
const mostValues = 90_000;
const longestQueryValue = 3000;

/** Texts that are expensive for careless patterns: long runs of what a pattern repeats, without the expected end. */
const expensiveTexts = ['a.', '\u0130', '\u0301\u0323'];

const resolve = (schema: JsonSchema, { schemas }: Operation): JsonSchema =>
  typeof schema.$ref === 'string' ? (schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema;

const isKind = (schema: JsonSchema, kind: string): boolean =>
  schema.type === kind || (Array.isArray(schema.type) && schema.type.includes(kind));

/** A value that fills every text and list of the schema to its limit. */
const filled = (
  given: JsonSchema,
  operation: Operation,
  fill: { text: string; leftBytes: number },
  depth = 0,
): unknown => {
  const schema = resolve(given, operation);
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum.at(-1);
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (choices)
    return filled(choices.find((one) => one.type !== 'null') ?? choices[0]!, operation, fill, depth);
  if (isKind(schema, 'string')) {
    const length = Math.min(Number(schema.maxLength ?? 200_000), Math.max(1, fill.leftBytes));
    fill.leftBytes -= length * Buffer.byteLength(fill.text[0] ?? 'a');
    return `${fill.text.repeat(Math.ceil(length / fill.text.length)).slice(0, Math.max(0, length - 1))}!`;
  }
  if (isKind(schema, 'array')) {
    const list: unknown[] = [];
    const most = Math.min(Number(schema.maxItems ?? 5000), 5000);
    while (list.length < most && fill.leftBytes > 0 && depth < 6) {
      fill.leftBytes -= 2;
      list.push(filled((schema.items ?? {}) as JsonSchema, operation, fill, depth + 1));
    }
    return list;
  }
  if (isKind(schema, 'integer') || isKind(schema, 'number')) return schema.maximum ?? Number.MAX_SAFE_INTEGER;
  if (isKind(schema, 'boolean')) return true;
  if (isKind(schema, 'object') && depth < 6)
    return Object.fromEntries(
      Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, property]) => [
        name,
        filled(property, operation, fill, depth + 1),
      ]),
    );
  return null;
};

const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

/** A valid body with an unknown field that is as expensive to read as possible. */
const flooded = (good: unknown, flood: string): string =>
  JSON.stringify({ ...(good as object), ignored: '@flood@' }).replace('"@flood@"', flood);

const bodiesOf = (operation: Operation, ids: KnownIds): string[] => {
  if (!operation.body) return [];
  const good = exampleBody(operation, ids, true);
  const manyKeys = Array.from({ length: mostValues / 2 }, (_, index) => `"k${index}":0`).join(',');
  return [
    ...expensiveTexts.map((text) =>
      JSON.stringify(filled(operation.body!, operation, { text, leftBytes: bodyBytes * 0.9 })),
    ),
    flooded(good, `[${nested(500)},{${manyKeys}}]`),
  ].filter((body) => Buffer.byteLength(body) <= bodyBytes);
};

/** The longest value of a parameter: the largest page, the longest text, the widest time range. */
const worstParameter = ({ name, schema }: Parameter, ids: KnownIds, text: string): string => {
  if (ids[name] !== undefined) return ids[name];
  if (Array.isArray(schema.enum)) return String(schema.enum.at(-1));
  if (isKind(schema, 'integer') || isKind(schema, 'number')) return String(schema.maximum ?? 1_000_000);
  if (schema.format === 'date-time') return '1970-01-01T00:00:00.000Z';
  return text
    .repeat(longestQueryValue)
    .slice(0, Math.min(Number(schema.maxLength ?? longestQueryValue), 2000));
};

const fillPath = ({ path }: Operation, ids: KnownIds): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'f'.repeat(24));

const addressesOf = (operation: Operation, ids: KnownIds): string[] => {
  const path = fillPath(operation, ids);
  const query = operation.parameters.filter((parameter) => parameter.in === 'query');
  if (query.length === 0) return [path];
  const paging = query.filter(({ schema }) => isKind(schema, 'integer'));
  const pairs = (parameters: Parameter[], text: string): string =>
    parameters.map((one) => `${one.name}=${encodeURIComponent(worstParameter(one, ids, text))}`).join('&');
  // Largest page first: all entries in one response.
  const firstPage = pairs(paging, '').replace(/\bpage=\d+/, 'page=1');
  return [
    ...new Set([`${path}?${firstPage}`, `${path}?${pairs(query, 'a')}`, `${path}?${pairs(query, ' %_')}`]),
  ];
};

/** An ordinary call, so that the schema of the operation is compiled before the measurement. */
export const ordinaryCall = (operation: Operation, ids: KnownIds): WorstCall => ({
  method: operation.method,
  path: addressesOf(operation, ids)[0]!,
  ...(operation.body ? { body: JSON.stringify(exampleBody(operation, ids, false)) } : {}),
});

/** The most expensive calls that can be generated from the description of an operation. */
export const genericCalls = (operation: Operation, ids: KnownIds): WorstCall[] => {
  const { method } = operation;
  const [address = ''] = addressesOf(operation, ids);
  const bodies = bodiesOf(operation, ids);
  return bodies.length > 0
    ? bodies.map((body) => ({ method, path: address, body }))
    : addressesOf(operation, ids).map((path) => ({ method, path }));
};

/** Parts of a body that may be any JSON, whose processing the schema does not describe. */
const hasFreePart = (given: JsonSchema, operation: Operation, depth = 0): boolean => {
  const schema = resolve(given, operation);
  if (depth > 8) return false;
  const parts = [
    ...Object.values((schema.properties ?? {}) as Record<string, JsonSchema>),
    ...Object.values((schema.patternProperties ?? {}) as Record<string, JsonSchema>),
    ...((schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as JsonSchema[]),
    ...(schema.items === undefined ? [] : [schema.items as JsonSchema]),
    ...(typeof schema.additionalProperties === 'object' ? [schema.additionalProperties as JsonSchema] : []),
  ];
  const isFree =
    schema.type === undefined &&
    parts.length === 0 &&
    !('const' in schema) &&
    !('enum' in schema) &&
    !('not' in schema);
  return isFree || parts.some((part) => hasFreePart(part, operation, depth + 1));
};

/** Whether an operation needs its own worst inputs, because its schema does not show what is expensive. */
export const needsOwnInputs = (operation: Operation): boolean =>
  operation.takesBytes || (operation.body !== undefined && hasFreePart(operation.body, operation));
