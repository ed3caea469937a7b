import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createTestConsole } from '../../../test/support/console/test-console.ts';
import { forEachDatabase, openTestDatabase } from '../../../test/support/databases/databases.ts';
import { route } from '../route.ts';

test('a route without an access declaration stops the start', async () => {
  const { db, release } = await openTestDatabase();
  const withoutPermission = route({
    method: 'GET',
    url: '/open',
    public: true,
    schema: {},
    handler: async () => '',
  });
  await assert.rejects(
    createTestConsole(db, { moreRoutes: [withoutPermission] }),
    /does not declare its access/,
  );
  const withoutWorkspace = route({
    method: 'GET',
    url: '/nowhere',
    permission: 'agent:read',
    schema: {},
    handler: async () => '',
  });
  await assert.rejects(createTestConsole(db, { moreRoutes: [withoutWorkspace] }), /needs a :workspaceId/);
  await release();
});

test('routes of other modules have the same guard and are in the same document', async () => {
  const { db, release } = await openTestDatabase();
  const more = route({
    method: 'GET',
    url: '/workspaces/:workspaceId/extra',
    permission: 'knowledge:read',
    schema: {},
    handler: async (request) => ({ name: request.workspace?.name }),
  });
  const { call, asToken, workspace, api } = await createTestConsole(db, { moreRoutes: [more] });
  const path = `/workspaces/${workspace.id}/extra`;
  assert.equal((await call('GET', path)).status, 401);
  assert.deepEqual((await asToken('GET', path)).body, { name: 'Default' });
  assert.ok(api.document().paths['/console/api/workspaces/{workspaceId}/extra']);
  await release();
});

forEachDatabase(
  'pages start at 1, values out of range are rejected, and a page beyond the end is empty',
  async (db) => {
    const { asToken, workspace, clock } = await createTestConsole(db);
    const path = `/workspaces/${workspace.id}/agents`;
    for (const name of ['A', 'B', 'C']) {
      await asToken('POST', path, { name });
      clock.advance(1);
    }
    const page = async (query: string) => (await asToken('GET', `${path}${query}`)).body;
    const names = async (query: string) =>
      (await page(query)).items.map(({ name }: { name: string }) => name);
    assert.deepEqual(await names('?page=1&pageSize=2'), ['A', 'B']);
    assert.deepEqual(await names('?page=2&pageSize=2'), ['C']);
    const { items, ...rest } = await page('?page=9');
    assert.deepEqual([items, rest], [[], { total: 3, page: 9, pageSize: 20 }]);
    // A page has up to a thousand agents, because they are shown in a menu, and up to a hundred of anything else.
    assert.equal((await page('?pageSize=1000')).pageSize, 1000);
    for (const query of ['?page=0', '?pageSize=1001', '?page=x', '?page=1.5', '?pageSize=-1'])
      assert.equal((await page(query)).code, 40000, query);
    const log = async (pageSize: number) => (await asToken('GET', `/audit?pageSize=${pageSize}`)).status;
    assert.deepEqual([await log(100), await log(101)], [200, 400]);
  },
);

test('unknown paths, invalid bodies and wrong methods get an error body', async () => {
  const { db, release } = await openTestDatabase();
  const { asToken, server, operatorToken } = await createTestConsole(db);
  const authorization = `Bearer ${operatorToken}`;
  assert.deepEqual((await asToken('GET', '/nothing')).status, 404);
  const method = await asToken('PUT', '/workspaces', {});
  assert.deepEqual([method.status, method.body.code], [405, 40000]);
  const broken = await server.inject({
    method: 'POST',
    url: '/console/api/workspaces',
    headers: { authorization, 'content-type': 'application/json' },
    payload: '{"name":',
  });
  assert.deepEqual([broken.statusCode, broken.json().code], [400, 40000]);
  const form = await server.inject({
    method: 'POST',
    url: '/console/api/workspaces',
    headers: { authorization, 'content-type': 'text/plain' },
    payload: '{"name":"x"}',
  });
  assert.deepEqual([form.statusCode, form.json().code], [415, 40000]);
  const nothing = await asToken('POST', '/workspaces');
  assert.deepEqual([nothing.status, nothing.body.code], [400, 40000]);
  await release();
});

test('responses match the OpenAPI document', async () => {
  const { db, release } = await openTestDatabase();
  const { asToken, workspace, server } = await createTestConsole(db);
  const served = await server.inject({ url: '/console/openapi.json' });
  const document = served.json();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, 'api');
  const check = (path: string, method: string, status: number, body: unknown) => {
    const pointer = `/paths/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`;
    const validate = ajv.compile({ $ref: `api#${encodeURI(pointer)}` });
    assert.ok(validate(body), `${method} ${path}: ${ajv.errorsText(validate.errors)}`);
  };
  const base = '/console/api/workspaces/{workspaceId}';
  const at = `/workspaces/${workspace.id}`;
  const agent = await asToken('POST', `${at}/agents`, { name: 'Shop' });
  check(`${base}/agents`, 'post', 201, agent.body);
  check(`${base}/agents`, 'get', 200, (await asToken('GET', `${at}/agents`)).body);
  const keys = `${at}/agents/${agent.body.id}/keys`;
  check(`${base}/agents/{agentId}/keys`, 'post', 201, (await asToken('POST', keys, { name: 'k' })).body);
  check(`${base}/agents/{agentId}/keys`, 'get', 200, (await asToken('GET', keys)).body);
  check(`${base}/credits`, 'get', 200, (await asToken('GET', `${at}/credits`)).body);
  check(base, 'get', 200, (await asToken('GET', at)).body);
  check('/console/api/audit', 'get', 200, (await asToken('GET', '/audit')).body);
  check('/console/api/session', 'get', 200, (await asToken('GET', '/session')).body);
  check(`${base}/operators`, 'get', 200, (await asToken('GET', `${at}/operators`)).body);
  await release();
});

forEachDatabase(
  'characters that a database cannot store are rejected in every part of a request',
  async (db) => {
    const { asToken, workspace } = await createTestConsole(db);
    const agents = `/workspaces/${workspace.id}/agents`;
    const { body: agent } = await asToken('POST', agents, { name: 'A' });
    const codesOf = async (...call: Parameters<typeof asToken>) => {
      const { status, body } = await asToken(...call);
      return [status, body.code];
    };
    assert.deepEqual(await codesOf('GET', '/workspaces/%00/agents'), [404, 40000]);
    assert.deepEqual(await codesOf('GET', `${agents}/%00`), [400, 40000]);
    assert.deepEqual(await codesOf('DELETE', `/workspaces/${workspace.id}/operators/a%00b`), [400, 40000]);
    assert.deepEqual(await codesOf('GET', '/audit?workspaceId=%00'), [400, 40000]);
    for (const name of ['a\u0000b', '\ud800'])
      assert.deepEqual(await codesOf('POST', agents, { name }), [400, 40000], JSON.stringify(name));
    const changed = { version: agent.version, settings: { prompt: 'a\u0000b' } };
    assert.deepEqual(await codesOf('PATCH', `${agents}/${agent.id}`, changed), [400, 40000]);
  },
);

forEachDatabase('a time or a number that a database cannot store is rejected', async (db) => {
  const { asToken, workspace } = await createTestConsole(db);
  for (const path of [
    '/audit?from=9223372036854775808',
    '/audit?before=8640000000000001',
    `/audit?workspaceId=${workspace.id}&page=1000001`,
    `/workspaces/${workspace.id}/agents?page=9223372036854775807`,
  ]) {
    const { status, body } = await asToken('GET', path);
    assert.deepEqual([status, body.code], [400, 40000], path);
  }
  assert.equal((await asToken('GET', '/audit?from=8640000000000000')).status, 200);
});
