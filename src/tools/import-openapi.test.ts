import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testSandbox } from '../../test/support/service/shared-workers.ts';
import { AppError } from '../lib/errors.ts';
import { createArgumentCheck } from './check-arguments.ts';
import { fillUrl } from './fill-url.ts';
import { createImportOpenApi } from './import-openapi.ts';

const inSandbox = createImportOpenApi({ sandbox: testSandbox });
const importOpenApi = (document: unknown, { baseUrl }: { baseUrl?: string } = {}) =>
  inSandbox('w', { document, baseUrl });

const shop = `
openapi: 3.0.3
info: { title: Shop, version: '1' }
servers:
  - url: https://{region}.shop.example/v1/
    variables: { region: { default: eu } }
security: [{ key: [] }]
components:
  securitySchemes:
    key: { type: apiKey, in: header, name: X-Shop-Key }
  parameters:
    OrderId: { name: orderId, in: path, required: true, schema: { type: string, maxLength: 40 } }
  schemas:
    Named: { type: object, required: [name], properties: { name: { type: string } } }
    Note:
      allOf:
        - $ref: '#/components/schemas/Named'
        - type: object
          properties:
            stars: { type: integer, minimum: 0, exclusiveMinimum: true, nullable: true }
            parent: { $ref: '#/components/schemas/Note' }
paths:
  /orders/{orderId}:
    parameters: [{ $ref: '#/components/parameters/OrderId' }]
    get:
      operationId: getOrder
      summary: One order
      parameters:
        - { name: expand, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-Version, in: header, required: true, schema: { type: string } }
    put:
      operationId: get Order
      parameters: [{ name: dryRun, in: query, schema: { type: boolean } }]
      requestBody:
        required: true
        content: { application/json: { schema: { $ref: '#/components/schemas/Note' } } }
  /upload:
    post:
      requestBody: { content: { multipart/form-data: { schema: { type: object } } } }
  /list:
    post:
      requestBody: { content: { application/json: { schema: { type: array } } } }
`;

test('operations of a YAML document become tools with one schema of all their arguments', async () => {
  const { tools, skipped } = await importOpenApi(shop);
  assert.deepEqual(
    tools.map(({ name, method, url }) => [name, method, url]),
    [
      ['getOrder', 'GET', 'https://eu.shop.example/v1/orders/{orderId}'],
      ['get_Order', 'PUT', 'https://eu.shop.example/v1/orders/{orderId}?dryRun={dryRun}'],
    ],
  );
  const [get, put] = tools;
  assert.equal(get!.description, 'One order');
  assert.deepEqual(get!.headers, { 'X-Shop-Key': '', 'X-Version': '' });
  assert.deepEqual(get!.parameters, {
    type: 'object',
    properties: {
      orderId: { type: 'string', maxLength: 40 },
      expand: { type: 'array', items: { type: 'string' } },
    },
    required: ['orderId'],
  });
  assert.deepEqual((put!.parameters as { required: string[] }).required, ['orderId', 'name']);
  assert.deepEqual(skipped, [
    { operation: 'POST /upload', reason: 'its body is not JSON' },
    { operation: 'POST /list', reason: 'its body is not an object' },
  ]);
});

test('an imported schema checks arguments: bounds of 3.0, null and references included', async () => {
  const put = (await importOpenApi(shop)).tools[1]!;
  const check = createArgumentCheck(put.parameters, testSandbox);
  const fits = async (values: object): Promise<boolean> =>
    'values' in (await check(JSON.stringify(values), 'w'));
  assert.ok(await fits({ orderId: '1', name: 'n', stars: 3, parent: { name: 'p' } }));
  assert.ok(await fits({ orderId: '1', name: 'n', stars: null }));
  assert.ok(!(await fits({ orderId: '1', name: 'n', stars: 0 })));
  assert.ok(!(await fits({ orderId: '1' })));
  assert.ok(!(await fits({ orderId: '1', name: 'n', other: 1 })));
  const { url, used } = fillUrl(put.url, { orderId: 'a/b', name: 'n' });
  assert.equal(url, 'https://eu.shop.example/v1/orders/a%2Fb');
  assert.deepEqual([...used], ['orderId']);
});

const documentOf = (paths: object, more: object = {}): object => ({
  openapi: '3.1.0',
  servers: [{ url: 'https://api.example' }],
  paths,
  ...more,
});

test('a JSON document of version 3.1 works, and its URL resolves a relative server', async () => {
  const document = JSON.stringify(documentOf({ '/ping': { get: {} } }, { servers: [{ url: '/api' }] }));
  assert.deepEqual(
    (await importOpenApi(document)).skipped[0]?.reason,
    'it has no absolute http(s) server URL',
  );
  const { tools } = await importOpenApi(document, { baseUrl: 'https://host.example/docs/openapi.json' });
  assert.deepEqual([tools[0]?.name, tools[0]?.url], ['get_ping', 'https://host.example/api/ping']);
});

test('a document that is not OpenAPI 3 is refused with a reason', async () => {
  for (const [document, reason] of [
    ['', /must be an OpenAPI document/],
    ['{"openapi":', /neither JSON nor YAML/],
    ['a: [1', /neither JSON nor YAML/],
    ['just words', /must be an OpenAPI document/],
    [{ swagger: '2.0', paths: {} }, /OpenAPI 3\.0 or 3\.1/],
    [documentOf({}), /no operations/],
    [42, /object or text/],
    ['x'.repeat(3_000_000), /at most/],
  ] as const) {
    await assert.rejects(
      importOpenApi(document),
      (error) => error instanceof AppError && reason.test(error.message),
    );
  }
});

test('a document that expands enormously is refused or cut', async () => {
  const levels = Array.from({ length: 12 }, (_, level) =>
    level === 0 ? 'a0: &a0 [x]' : `a${level}: &a${level} [${`*a${level - 1},`.repeat(10)}]`,
  );
  await assert.rejects(importOpenApi(levels.join('\n')), AppError);
  const wide = { type: 'object', properties: {} as Record<string, unknown> };
  for (let at = 0; at < 40; at += 1) wide.properties[`p${at}`] = { $ref: '#/components/schemas/Wide' };
  const body = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Wide' } } } };
  const { tools } = await importOpenApi(
    documentOf({ '/x': { post: { requestBody: body } } }, { components: { schemas: { Wide: wide } } }),
  );
  assert.ok(JSON.stringify(tools).length < 50_000);
  const circle = { $ref: '#/components/schemas/Self' };
  const circling = await importOpenApi(
    documentOf(
      { '/x': { get: { parameters: [{ $ref: '#/components/schemas/Self' }] } } },
      { components: { schemas: { Self: circle } } },
    ),
  );
  assert.equal(circling.tools.length, 1);
});

test('a document that takes minutes to parse is refused by its field, and the next one is read', async () => {
  // Nested flow collections: the parser's time grows with the square of the depth.
  const slow = `a: ${'[{a: '.repeat(40_000)}`;
  await assert.rejects(
    importOpenApi(slow),
    (error) => error instanceof AppError && /^document: /.test(error.message),
  );
  assert.equal((await importOpenApi(documentOf({ '/ping': { get: {} } }))).tools.length, 1);
});

test('hostile paths, names and references are harmless', async () => {
  const { tools, skipped } = await importOpenApi(
    documentOf({
      '.evil.example/x': { get: {} },
      '/a/{__proto__}': { get: { parameters: [{ in: 'path', name: '__proto__', schema: {} }] } },
      '/b/{missing}': { get: {} },
      '/c': { get: { operationId: 'x', parameters: [{ $ref: 'https://evil.example/p.json' }] } },
      '/d': { get: { operationId: 'x' } },
    }),
  );
  assert.ok(tools.every(({ url }) => new URL(url).host === 'api.example'));
  assert.deepEqual(
    tools.map(({ name }) => name).filter((name) => name.startsWith('x')),
    ['x', 'x_2'],
  );
  assert.deepEqual(skipped.map(({ operation }) => operation).slice(0, 1), ['GET .evil.example/x']);
  assert.ok(skipped.some(({ operation }) => operation === 'GET /b/{missing}'));
  assert.equal(({} as Record<string, unknown>).type, undefined);
});

test('at most the allowed number of tools is created, and the others are listed', async () => {
  const paths = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`/p${at}`, { get: {} }]));
  const { tools, skipped } = await importOpenApi(documentOf(paths));
  assert.deepEqual([tools.length, skipped.length], [64, 6]);
});

test('warnings about a document are not written to the log', async (context) => {
  const { mock } = context.mock.method(process.stderr, 'write', () => true);
  await assert.rejects(importOpenApi('%secret directive\n---\na: 1\n'), AppError);
  assert.equal(mock.callCount(), 0);
});
