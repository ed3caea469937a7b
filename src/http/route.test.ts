import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { Type } from 'typebox';
import type { Handle } from '../db/index.ts';
import { addRoutes } from './add-routes.ts';
import { route } from './route.ts';

// The compiler checks the routes of this file with `npm run check`: an unused `@ts-expect-error` is an error.

const Note = Type.Object({
  id: Type.String(),
  author: Type.Optional(Type.Object({ name: Type.String() })),
  labels: Type.Array(
    Type.Union([Type.Object({ text: Type.String() }), Type.Object({ color: Type.String() })]),
  ),
});
const read = { method: 'GET', public: true, schema: { response: { 200: Note } } } as const;
const note = { id: '1', labels: [] };

const answers = [
  route({ ...read, url: '/note', handler: async () => ({ ...note, author: { name: 'Anna' } }) }),

  // @ts-expect-error: the schema has no field `title`.
  route({ ...read, url: '/extra', handler: async () => ({ ...note, title: 'Lost' }) }),

  route({
    ...read,
    url: '/extra/nested',
    // @ts-expect-error: the author has no field `email`.
    handler: async () => ({ ...note, author: { name: 'Anna', email: 'a@example' } }),
  }),

  route({
    ...read,
    url: '/extra/listed',
    // @ts-expect-error: no kind of label has a field `size`.
    handler: async () => ({ ...note, labels: [{ text: 'x', size: 1 }] }),
  }),

  // @ts-expect-error: the field `labels` is missing in the response.
  route({ ...read, url: '/missing', handler: async () => ({ id: '1' }) }),

  // @ts-expect-error: JSON is returned, so that it is compared with the schema.
  route({ ...read, url: '/sent', handler: async (_request, reply) => reply.code(200).send(note) }),

  route({ ...read, url: '/stream', handler: async (_request, reply) => reply.send('not JSON') }),
];

const tx = {} as Handle;
const entry = { targetId: '1', changes: {} };
const change = { method: 'POST', url: '/change', schema: {}, permission: 'agent:write' } as const;

const changes = [
  // @ts-expect-error: the access declaration is missing.
  route({ method: 'GET', url: '/open', schema: {}, handler: async () => '' }),

  // @ts-expect-error: the audit declaration is missing.
  route({ ...change, handler: async () => '' }),

  // @ts-expect-error: there is no such action.
  route({ ...change, audit: 'agent.creat', handler: async () => '' }),

  route({
    ...change,
    url: '/none',
    audit: 'none',
    // @ts-expect-error: the route declares that it writes no audit entry.
    handler: async (_request, _reply, record) => record(tx, entry),
  }),

  route({
    ...change,
    url: '/several',
    audit: ['agent.create', 'agent.delete'],
    handler: async (_request, _reply, record) => {
      // @ts-expect-error: one of the two declared actions must be named.
      await record(tx, entry);
      // @ts-expect-error: the action is not declared.
      await record(tx, { ...entry, action: 'agent.update' });
      await record(tx, { ...entry, action: 'agent.delete' });
    },
  }),

  route({
    ...change,
    url: '/one',
    audit: 'agent.update',
    handler: async (_request, _reply, record) => record(tx, entry),
  }),
];

test('the serializer drops fields that the schema does not have, so they are compile errors', async () => {
  const server = Fastify();
  addRoutes(server, answers);
  const get = async (url: string) => (await server.inject({ url })).json();
  assert.deepEqual(await get('/note'), { ...note, author: { name: 'Anna' } });
  assert.deepEqual(await get('/extra'), note);
  assert.deepEqual(await get('/extra/nested'), { ...note, author: { name: 'Anna' } });
  assert.equal((await server.inject({ url: '/stream' })).body, 'not JSON');
  await server.close();
});

test('a handler writes audit entries with the action that its route declares', async () => {
  const server = Fastify();
  const written: unknown[] = [];
  addRoutes(server, changes.slice(-1), () => async (_tx, given) => void written.push(given));
  await server.inject({ method: 'POST', url: '/one' });
  assert.deepEqual(written, [{ ...entry, action: 'agent.update' }]);
  await server.close();
});

test('a route with audit entries is rejected by an API without an audit log', () => {
  assert.throws(() => addRoutes(Fastify(), changes.slice(-1)), /no audit log/);
});
