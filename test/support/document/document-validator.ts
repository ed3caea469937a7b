import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { JsonSchema, OpenApiDocument } from '../../../src/http/openapi/index.ts';

/** Compares values with schemas of an OpenAPI document. Fields that a schema does not name are errors too. */
export const createDocumentValidator = ({ components }: Pick<OpenApiDocument, 'components'>) => {
  // Unknown keywords and formats are annotations.
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: 'document', components: closed(components) });

  return {
    check: (schema: JsonSchema, value: unknown, what: string): void => {
      const validate = ajv.compile(absolute(schema) as JsonSchema);
      const isValid = validate(value);
      assert.ok(
        isValid,
        `${what} does not match its schema: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`,
      );
    },
  };
};

/** References from outside the document. */
const absolute = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(absolute);
  if (node === null || typeof node !== 'object') return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [
      key,
      key === '$ref' ? `document${String(value)}` : absolute(value),
    ]),
  );
};

/** Objects with named fields have no others. Clients ignore them, but the document would be incomplete. */
const closed = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(closed);
  if (node === null || typeof node !== 'object') return node;
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]));
  return copy.type === 'object' && 'properties' in copy && !('additionalProperties' in copy)
    ? { ...copy, additionalProperties: false }
    : copy;
};
