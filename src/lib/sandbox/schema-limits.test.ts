import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findSchemaProblem, schemaLimits } from './schema-limits.ts';

const nested = (levels: number): Record<string, unknown> => {
  let schema: Record<string, unknown> = {};
  for (let level = 1; level < levels; level += 1) schema = { not: schema };
  return schema;
};

/** Definitions that each reference the next one twice: two to the power of the levels. */
const doubling = (levels: number, keyword: 'anyOf' | 'allOf' | 'oneOf'): Record<string, unknown> => {
  const $defs: Record<string, unknown> = { [`d${levels}`]: { type: 'string' } };
  for (let level = 0; level < levels; level += 1) {
    const $ref = `#/$defs/d${level + 1}`;
    $defs[`d${level}`] = { [keyword]: [{ $ref }, { $ref }] };
  }
  return { type: 'object', properties: { a: { $ref: '#/$defs/d0' } }, $defs };
};

test('an ordinary schema is accepted, also a recursive one', () => {
  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
  };
  for (const schema of [
    {},
    { type: 'object', properties: { id: { type: 'string', pattern: '^[a-z]+$' } }, required: ['id'] },
    { $ref: '#/$defs/tree', $defs: { tree } },
    { type: 'object', properties: { self: { $ref: '#' } } },
    { properties: { $ref: { type: 'string' }, pattern: { type: 'string' }, anyOf: { type: 'array' } } },
    { properties: { a: { enum: [{ $ref: 'not a reference' }] } } },
    { properties: { a: { $ref: '#/properties/b~1c' }, 'b/c': { type: 'number' } } },
  ])
    assert.equal(findSchemaProblem(schema), undefined, JSON.stringify(schema));
});

test('depth, nodes, references, characters and patterns are limited at n and n + 1', () => {
  assert.equal(findSchemaProblem(nested(schemaLimits.depth)), undefined);
  assert.match(findSchemaProblem(nested(schemaLimits.depth + 1)) ?? '', /at most 32 levels deep/);

  const withNodes = (nodes: number) => ({ enum: Array.from({ length: nodes - 2 }, () => 1) });
  assert.equal(findSchemaProblem(withNodes(schemaLimits.nodes)), undefined);
  assert.match(findSchemaProblem(withNodes(schemaLimits.nodes + 1)) ?? '', /at most 5000 nodes/);

  const withReferences = (count: number) => ({
    properties: Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`p${at}`, { $ref: '#/$defs/a' }]),
    ),
    $defs: { a: { type: 'string' } },
  });
  assert.equal(findSchemaProblem(withReferences(schemaLimits.references)), undefined);
  assert.match(findSchemaProblem(withReferences(schemaLimits.references + 1)) ?? '', /at most 200 \$ref/);

  const withPattern = (characters: number) => ({ pattern: 'a'.repeat(characters) });
  assert.equal(findSchemaProblem(withPattern(schemaLimits.patternCharacters)), undefined);
  assert.match(
    findSchemaProblem(withPattern(schemaLimits.patternCharacters + 1)) ?? '',
    /at most 1000 characters/,
  );

  assert.match(findSchemaProblem({ description: 'a'.repeat(64_000) }) ?? '', /at most 64000 characters/);
});

test('references that expand exponentially are rejected by their total, for every keyword', () => {
  for (const keyword of ['anyOf', 'allOf', 'oneOf'] as const) {
    assert.equal(findSchemaProblem(doubling(6, keyword)), undefined);
    assert.match(findSchemaProblem(doubling(8, keyword)) ?? '', /against at most 500 subschemas/);
    // Counted once per definition: with forty levels the count itself would be too large.
    assert.match(findSchemaProblem(doubling(40, keyword)) ?? '', /against at most 500 subschemas/);
  }
});

test('circular references that do not descend into the value and external references are rejected', () => {
  for (const schema of [
    { $ref: '#' },
    { properties: { a: { $ref: '#/properties/a' } } },
    { $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ $ref: '#/$defs/a' }] } }, $ref: '#/$defs/a' },
  ])
    assert.match(findSchemaProblem(schema) ?? '', /leads back to itself/, JSON.stringify(schema));
  assert.match(findSchemaProblem({ $ref: 'https://example.com/schema.json' }) ?? '', /in the same schema/);
  assert.match(findSchemaProblem({ $ref: '#/$defs/missing' }) ?? '', /there is no #\/\$defs\/missing/);
  assert.match(findSchemaProblem({ $dynamicRef: '#/$defs/a' }) ?? '', /not supported/);
});
