import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { addRoutes } from '../add-routes.ts';
import { withOpenApi } from '../openapi/index.ts';
import { createDocRoutes } from './doc-routes.ts';
import { exampleValue } from './example-value.ts';

const Note = Type.Object(
  {
    text: Type.String({ minLength: 1, description: 'What it <b>says</b>' }),
    mood: Type.Optional(Type.Union([Type.String({ maxLength: 9, description: 'How it felt' }), Type.Null()])),
    tags: Type.Optional(Type.Array(Type.Object({ label: Type.String() }))),
  },
  { title: 'Note' },
);

const createDocs = async () => {
  const server = Fastify();
  await server.register(async (scope) => {
    const api = withOpenApi(scope, {
      title: 'Notes <API>',
      version: '1',
      description: 'Keeps `notes`.',
      tags: [{ name: 'Notes' }],
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    });
    addRoutes(
      server,
      createDocRoutes([
        { path: '/docs', api, baseUrl: 'http://127.0.0.1:8787', documentPath: '/openapi.json', links: [] },
      ]),
    );
    scope.post(
      '/notes/:id',
      {
        schema: {
          operationId: 'writeNote',
          tags: ['Notes'],
          summary: `Write "it" & don't <script>alert(1)</script>`,
          params: Type.Object({ id: Type.String() }),
          body: Note,
          response: { 200: Note },
        },
      },
      async () => ({ text: '' }),
    );
  });
  return server;
};

test('the page shows every operation with its fields, an example request and the errors', async () => {
  const server = await createDocs();
  const { body, headers } = await server.inject({ url: '/docs' });
  assert.match(String(headers['content-type']), /^text\/html/);
  for (const part of [
    'id="writeNote"',
    '/notes/{id}',
    'href="#schema-Note"',
    'id="schema-Note"',
    'not empty',
    'How it felt',
    'at most 9 characters',
    '<code>notes</code>',
    '40127',
    '20055',
  ])
    assert.ok(body.includes(part), part);
  assert.ok(body.includes('curl -X POST &#39;http://127.0.0.1:8787/notes/{id}&#39;'));
});

test('texts of schemas are escaped', async () => {
  const server = await createDocs();
  const { body } = await server.inject({ url: '/docs' });
  assert.ok(!body.includes('<script>alert'));
  assert.ok(!body.includes('<b>'));
  assert.ok(body.includes('Notes &lt;API&gt;'));
});

test('the page can load nothing from other origins and refers to none', async () => {
  const server = await createDocs();
  const page = await server.inject({ url: '/docs' });
  assert.match(
    String(page.headers['content-security-policy']),
    /^default-src 'none'; style-src 'self'; script-src 'self'/,
  );
  const loaded = [...page.body.matchAll(/<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"/g)].map(
    ([, url]) => url!,
  );
  assert.deepEqual(loaded, ['/docs/reference.css', 'data:,', '/docs/reference.js']);
  for (const url of loaded.filter((one) => one.startsWith('/'))) {
    const asset = await server.inject({ url });
    assert.equal(asset.statusCode, 200);
    assert.ok(!/https?:\/\/|@import|url\(/.test(asset.body), url);
  }
});

test("an example has the schema's shape: the required fields, or all of them", () => {
  const schemas = { Note: JSON.parse(JSON.stringify(Note)) };
  const reference = { $ref: '#/components/schemas/Note' };
  assert.deepEqual(exampleValue(reference, schemas, { whole: false }), { text: 'text' });
  assert.deepEqual(exampleValue(reference, schemas), {
    text: 'text',
    mood: 'text',
    tags: [{ label: 'text' }],
  });
});

test('an example of a recursive schema ends', () => {
  const schemas = { Tree: { type: 'object', properties: { child: { $ref: '#/components/schemas/Tree' } } } };
  const depthOf = (value: unknown): number =>
    value !== null && typeof value === 'object' && 'child' in value ? 1 + depthOf(value.child) : 0;
  assert.ok(depthOf(exampleValue({ $ref: '#/components/schemas/Tree' }, schemas)) < 20);
});
