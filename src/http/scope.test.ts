import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import type { ApiScope } from './scope.ts';

const Note = Type.Object({
  id: Type.String(),
  author: Type.Optional(Type.Object({ name: Type.String() })),
  labels: Type.Array(
    Type.Union([Type.Object({ text: Type.String() }), Type.Object({ color: Type.String() })]),
  ),
});
const options = { schema: { response: { 200: Note } } };
const note = { id: '1', labels: [] };

/** The compiler checks the routes of this file with `npm run check`: an unused `@ts-expect-error` is an error. */
const addRoutes = (scope: ApiScope): void => {
  scope.get('/note', options, async () => ({ ...note, author: { name: 'Anna' } }));

  // @ts-expect-error: the schema has no field `title`.
  scope.get('/extra', options, async () => ({ ...note, title: 'Lost' }));

  // @ts-expect-error: nor has the author an `email`.
  scope.get('/extra/nested', options, async () => ({
    ...note,
    author: { name: 'Anna', email: 'a@example' },
  }));

  // @ts-expect-error: nor has any kind of label a `size`.
  scope.get('/extra/listed', options, async () => ({ ...note, labels: [{ text: 'x', size: 1 }] }));

  // @ts-expect-error: the field `labels` is missing in the answer.
  scope.get('/missing', options, async () => ({ id: '1' }));

  // @ts-expect-error: JSON is returned, so that it is compared with the schema.
  scope.get('/sent', options, async (_request, reply) => reply.code(200).send(note));

  scope.get('/stream', options, async (_request, reply) => reply.send('not JSON'));
};

test('the serializer drops what the schema does not name, which is why the compiler refuses it', async () => {
  const server = Fastify();
  addRoutes(server as unknown as ApiScope);
  const read = async (url: string) => (await server.inject({ url })).json();
  assert.deepEqual(await read('/note'), { ...note, author: { name: 'Anna' } });
  assert.deepEqual(await read('/extra'), note);
  assert.deepEqual(await read('/extra/nested'), { ...note, author: { name: 'Anna' } });
  assert.equal((await server.inject({ url: '/stream' })).body, 'not JSON');
  await server.close();
});
