import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { consoleDocumentPath } from '../../../scripts/generated/generated-paths.ts';
import type { JsonSchema, OpenApiDocument, Operation } from '../../../src/http/openapi/index.ts';
import { developerReference } from '../../../src/http/reference/index.ts';

/** Rules of the developer API. A new route that breaks one gets a message that says what to add. */
const read = (file: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../..', file), 'utf8')) as OpenApiDocument;

const document = read('openapi.json');
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

const rule = (name: string, check: (operation: Operation) => string | undefined): void => {
  test(name, () => {
    const broken = operations.flatMap(({ name: route, operation }) => {
      const message = check(operation);
      return message === undefined ? [] : [`${route}: ${message}`];
    });
    assert.deepEqual(broken, []);
  });
};

for (const file of ['openapi.json', consoleDocumentPath])
  test(`${file} is a valid OpenAPI 3.1 document`, async () => {
    const { valid, errors } = await new Validator().validate({ ...read(file) });
    assert.deepEqual([valid, errors], [true, undefined]);
  });

rule('each operation has its own operationId: a verb and a noun', ({ operationId }) => {
  const isDerived = /^(get|post|put|patch|delete)V\d/.test(operationId);
  return !isDerived && /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(operationId)
    ? undefined
    : `add operationId to the schema of the route, such as createConversation (now ${operationId})`;
});

test('operationIds are unique, those of webhooks too', () => {
  const ids = [
    ...operations.map(({ operation }) => operation.operationId),
    ...Object.values(document.webhooks!).map(({ post }) => post.operationId),
  ];
  assert.deepEqual(
    ids.filter((id, index) => ids.indexOf(id) !== index),
    [],
  );
});

const referenceOf = (schema: JsonSchema | undefined): string | undefined =>
  typeof schema?.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;

rule('the body of each operation is a schema that is named after it', ({ operationId, requestBody }) => {
  const schema = requestBody?.content['application/json']?.schema;
  const wanted = `${operationId[0]!.toUpperCase()}${operationId.slice(1)}Request`;
  if (!requestBody || referenceOf(schema) === wanted) return undefined;
  return `give the schema of the body the title ${wanted}`;
});

rule('the response of each operation is a named schema or a list of one', ({ responses }) => {
  const schema = responses[200]?.content?.['application/json']?.schema;
  const named = referenceOf(schema) ?? referenceOf(schema?.items as JsonSchema | undefined);
  if (!schema || named !== undefined) return undefined;
  return 'give the response schema, or that of its items, a title such as KnowledgeBase';
});

const inlineObjects = (node: unknown, path: string, isRoot: boolean): string[] => {
  if (node === null || typeof node !== 'object') return [];
  const own = !isRoot && 'properties' in node && 'type' in node ? [path] : [];
  const inner = Object.entries(node)
    .filter(([keyword]) => !['example', 'examples', 'default'].includes(keyword))
    .flatMap(([keyword, child]) => inlineObjects(child, `${path}/${keyword}`, false));
  return [...own, ...inner];
};

test('nested objects are named schemas too: give the schema a title', () => {
  const found = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
    inlineObjects(schema, name, true),
  );
  assert.deepEqual(found, []);
});

rule('each operation has an example of its request and response', (operation) => {
  const { examples } = developerReference.operations[operation.operationId] ?? {};
  const add = `to the file of its group in src/http/reference/examples, under ${operation.operationId}`;
  if (!examples) return `add an example ${add}`;
  const all = Object.entries(examples);
  if (operation.requestBody && !all.every(([, { body }]) => body !== undefined))
    return `add the body of each example ${add}`;
  if (!all.every(([, { response, events }]) => response !== undefined || events !== undefined))
    return `add the response of each example ${add}`;
  const required = (operation.parameters ?? []).filter((parameter) => parameter.required);
  const missing = required.find(({ name }) =>
    all.some(([, { parameters }]) => parameters?.[name] === undefined),
  );
  return missing ? `add the parameter ${missing.name} of each example ${add}` : undefined;
});

test('each example belongs to an operation', () => {
  const known = new Set(operations.map(({ operation }) => operation.operationId));
  assert.deepEqual(
    Object.keys(developerReference.operations).filter((id) => !known.has(id)),
    [],
  );
});

test('references lead to components', () => {
  const text = JSON.stringify(document);
  const targets = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
  assert.ok(targets.length > 200);
  const missing = targets.filter(
    ([, kind, name]) => !(name! in (document.components[kind as 'schemas'] ?? {})),
  );
  assert.deepEqual(
    missing.map(([target]) => target),
    [],
  );
});
