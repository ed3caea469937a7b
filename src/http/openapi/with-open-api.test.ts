import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { describedBy, discriminated, documentedAs } from '../schema.ts';
import { validatorCompiler } from '../server/validator.ts';
import type { MediaTypes } from './open-api-document.ts';
import { withOpenApi } from './with-open-api.ts';

const description = {
  title: 'Test API',
  version: '1',
  description: '',
  tags: [],
  securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
};

const Note = Type.Object({ text: Type.String({ minLength: 1 }) }, { title: 'Note' });

const describeRoutes = async (add: (scope: FastifyInstance) => void) => {
  const server = Fastify();
  server.get('/outside', async () => '');
  let api: ReturnType<typeof withOpenApi> | undefined;
  await server.register(async (scope) => {
    api = withOpenApi(scope, description);
    add(scope);
  });
  await server.ready();
  return api!.document();
};

test('routes of the scope and of scopes inside it are described, hidden ones are not', async () => {
  const document = await describeRoutes((scope) => {
    scope.get('/notes', async () => '');
    scope.get('/hidden', { schema: { hide: true } }, async () => '');
    scope.register(async (inner) => {
      inner.post('/deep', async () => '');
    });
  });
  assert.deepEqual(
    Object.entries(document.paths).map(([path, operations]) => [path, Object.keys(operations)]),
    [
      ['/notes', ['get']],
      ['/deep', ['post']],
    ],
  );
});

test('paths, parameters, body and responses come from the schemas of the route', async () => {
  const document = await describeRoutes((scope) => {
    scope.put(
      '/notes/:noteId',
      {
        schema: {
          summary: 'Replace a note',
          tags: ['Notes'],
          params: Type.Object({ noteId: Type.String() }),
          querystring: Type.Object({ force: Type.Optional(Type.Boolean({ description: 'Whatever comes' })) }),
          body: Note,
          response: { 200: Note, 204: Type.Null({ description: 'Nothing changed' }) },
        },
      },
      async () => ({ text: '' }),
    );
  });
  const operation = document.paths['/notes/{noteId}']?.put;
  const reference = { $ref: '#/components/schemas/Note' };
  assert.equal(operation?.operationId, 'putNotesNoteId');
  assert.deepEqual(operation.parameters, [
    { name: 'noteId', in: 'path', required: true, schema: { type: 'string' } },
    {
      name: 'force',
      in: 'query',
      required: false,
      description: 'Whatever comes',
      schema: { type: 'boolean' },
    },
  ]);
  assert.deepEqual(operation.requestBody?.content['application/json']?.schema, reference);
  assert.deepEqual(operation.responses['200']?.content?.['application/json']?.schema, reference);
  assert.deepEqual(operation.responses['204'], { description: 'Nothing changed' });
  assert.deepEqual(operation.responses.default?.content?.['application/json']?.schema, {
    $ref: '#/components/schemas/Failure',
  });
  assert.deepEqual(document.components.schemas.Note?.required, ['text']);
});

test('a property called title, or a title in an example, is not a schema title', async () => {
  const Book = Type.Object({ title: Type.String() }, { title: 'Book', examples: [{ title: 'Emma' }] });
  const document = await describeRoutes((scope) => {
    scope.post('/books', { schema: { body: Book } }, async () => '');
  });
  assert.deepEqual(document.components.schemas.Book, {
    type: 'object',
    required: ['title'],
    properties: { title: { type: 'string' } },
    title: 'Book',
    examples: [{ title: 'Emma' }],
  });
});

test('a value that is passed on unchanged has its own description and keeps every field', async () => {
  const given = describedBy<{ text: string }>(Note);
  const schema = { body: Type.Object({ note: given }), response: { 200: Type.Object({ note: given }) } };
  const server = Fastify();
  server.setValidatorCompiler(validatorCompiler);
  let api: ReturnType<typeof withOpenApi> | undefined;
  await server.register(async (scope) => {
    api = withOpenApi(scope, description);
    scope.post('/notes', { schema }, async (request) => request.body);
  });
  const body = { note: { text: '', other: [1] } };
  assert.deepEqual((await server.inject({ method: 'POST', url: '/notes', body })).json(), body);
  const { requestBody, responses } = api!.document().paths['/notes']!.post!;
  for (const { content } of [requestBody, responses['200']] as { content: MediaTypes }[])
    assert.deepEqual(content['application/json']!.schema.properties, {
      note: { $ref: '#/components/schemas/Note' },
    });
  await server.close();
});

test('a schema can be documented as a union, and still checks as it is', async () => {
  const Text = Type.Object({ kind: Type.Literal('text'), text: Type.String() }, { title: 'Text' });
  const Sound = Type.Object({ kind: Type.Literal('sound'), url: Type.String() }, { title: 'Sound' });
  const Part = Type.Object(
    { kind: Type.String(), text: Type.Optional(Type.String()) },
    documentedAs(discriminated('Part', 'kind', { text: Text, sound: Sound })),
  );
  const server = Fastify();
  server.setValidatorCompiler(validatorCompiler);
  let api: ReturnType<typeof withOpenApi> | undefined;
  await server.register(async (scope) => {
    api = withOpenApi(scope, description);
    scope.post(
      '/parts',
      { schema: { body: Part, response: { 200: Part } } },
      async (request) => request.body,
    );
  });
  const send = (body: object) => server.inject({ method: 'POST', url: '/parts', body });
  assert.deepEqual((await send({ kind: 'other', text: 'a', url: 'b' })).json(), { kind: 'other', text: 'a' });
  assert.match((await send({ kind: 5 })).json().message, /^kind must be a string$/);
  const { paths, components } = api!.document();
  const { schema } = paths['/parts']!.post!.requestBody!.content['application/json']!;
  assert.deepEqual(schema, { $ref: '#/components/schemas/Part' });
  assert.deepEqual(components.schemas.Part, {
    title: 'Part',
    oneOf: [{ $ref: '#/components/schemas/Text' }, { $ref: '#/components/schemas/Sound' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { text: '#/components/schemas/Text', sound: '#/components/schemas/Sound' },
    },
  });
  await server.close();
});

test('the configured public URL is the server of the document, otherwise its own origin', async () => {
  const server = Fastify();
  const api = withOpenApi(server, { ...description, serverUrl: 'https://desk.example' });
  assert.deepEqual(api.document().servers, [{ url: 'https://desk.example' }]);
  assert.deepEqual((await describeRoutes(() => {})).servers, [{ url: '/' }]);
});

test('two different schemas with the same title are rejected', async () => {
  await assert.rejects(
    describeRoutes((scope) => {
      scope.post('/a', { schema: { body: Note } }, async () => '');
      scope.post('/b', { schema: { body: Type.Object({}, { title: 'Note' }) } }, async () => '');
    }),
    /titled Note/,
  );
});

test('error codes are listed in order, once per status', async () => {
  const codes = (await describeRoutes(() => {}))['x-error-codes'];
  assert.deepEqual(
    codes.map(({ code }) => code),
    codes.map(({ code }) => code).sort((a, b) => a - b),
  );
  assert.ok(codes.some(({ code, status }) => code === 40008 && status === 429));
});
