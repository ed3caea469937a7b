import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { pino } from 'pino';
import { addRoutes, requireAccess } from './add-routes.ts';
import { route } from './route.ts';
import { createServer } from './server/server.ts';

const page = route({ method: 'GET', url: '/page', public: true, schema: {}, handler: async () => 'page' });

test('registration fails for a route without a declaration', async () => {
  const server = createServer({ log: pino({ level: 'silent' }), spillFolder: tmpdir() });
  assert.throws(() => server.get('/open', async () => ''), /\/open does not declare its access/);
  addRoutes(server, [page]);
  assert.equal((await server.inject({ url: '/page' })).body, 'page');
  await server.close();
});

test('an API refuses a route with another kind of access', () => {
  assert.throws(() => requireAccess([page], 'key'), /\/page does not declare its access: key is missing/);
  requireAccess([page], 'public');
});
