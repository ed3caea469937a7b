import type { JsonSchema } from './open-api-document.ts';

/** See `describedBy` in ../schema.ts. */
export const describedByKeyword = 'x-described-by';

const componentName = /^[A-Z][A-Za-z0-9]*$/;

const asJson = (schema: unknown): JsonSchema => JSON.parse(JSON.stringify(schema)) as JsonSchema;

/**
 * Schemas with a title such as "Agent" are defined once and referenced. A title is an
 * ordinary annotation that the validator ignores.
 */
export const createComponentSchemas = () => {
  const schemas: Record<string, JsonSchema> = {};

  const hoist = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(hoist);
    if (node === null || typeof node !== 'object') return node;
    const { title, [describedByKeyword]: description } = node as JsonSchema;
    if (description !== undefined) return hoist(description);
    const content = Object.fromEntries(
      Object.entries(node).map(([key, child]) => [key, hoistMember(key, child)]),
    );
    if (typeof title !== 'string' || !componentName.test(title)) return content;
    const known = schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(content))
      throw new Error(`Two different schemas are titled ${title}`);
    schemas[title] = content;
    return { $ref: `#/components/schemas/${title}` };
  };

  /** Examples and defaults are values: a title in them is not a schema title. */
  const hoistMember = (keyword: string, value: unknown): unknown => {
    if (['default', 'examples', 'example', 'const', 'enum'].includes(keyword)) return value;
    if ((keyword === 'properties' || keyword === 'patternProperties') && value !== null)
      return Object.fromEntries(Object.entries(value as object).map(([name, child]) => [name, hoist(child)]));
    return hoist(value);
  };

  return { schemas, refer: (schema: unknown): JsonSchema => hoist(asJson(schema)) as JsonSchema };
};
