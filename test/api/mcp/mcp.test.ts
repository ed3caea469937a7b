import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { listen } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testApiKey, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const connect = async ({ app }: TestService, key = testApiKey): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${await listen(app)}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  // The SDK's declarations do not fit exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  return client;
};

const addDocument = async (service: TestService, name: string, text: string): Promise<string> => {
  const added = await service.call('POST', '/v1/bot/doc/text/add', {
    chunk_token: 600,
    files: [{ file_name: name, file_base64: btoa(text) }],
  });
  await service.app.rooms.jobs.idle();
  return added.body.doc[0].doc_id;
};

const addTable = async (service: TestService): Promise<void> => {
  const { body } = await service.call('POST', '/v1/database/create-table', {
    name: 'orders',
    description: 'Orders',
    fields: [{ name: 'number', description: 'Number', type: 'TEXT', required: false, unique: true }],
  });
  await service.call('POST', '/v1/database/import/records', {
    table_id: body.data,
    records: [{ values: { number: 'A-1' } }, { values: { number: 'B-2' } }],
  });
  await service.app.rooms.jobs.idle();
};

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

const post = (service: TestService, body: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/mcp', body, { headers });

const echo = createScriptedModel();

testService(
  'a client of the SDK asks the agent and continues the conversation',
  { models: echo.models },
  async (service) => {
    const client = await connect(service);
    assert.equal(client.getServerVersion()?.name, 'frontdesk');
    assert.deepEqual(await namesOf(client), ['ask_agent']);
    const progress: number[] = [];
    const first = await client.callTool(
      { name: 'ask_agent', arguments: { question: 'I am Ada', user: 'ada' } },
      undefined,
      {
        onprogress: (one) => progress.push(one.progress),
      },
    );
    const { answer, conversation_id } = first.structuredContent as {
      answer: string;
      conversation_id: string;
    };
    assert.equal(answer, 'You said: I am Ada');
    assert.ok(progress.length > 0 && progress.at(-1)! <= answer.length);
    await client.callTool({ name: 'ask_agent', arguments: { question: 'Who am I?', conversation_id } });
    assert.ok(JSON.stringify(echo.requests.at(-1)!.messages).includes('I am Ada'));
    const refused = await client.callTool({
      name: 'ask_agent',
      arguments: { question: 'Hi', conversation_id: 'f'.repeat(24) },
    });
    assert.deepEqual(
      [refused.isError, (refused.content as { text: string }[])[0]!.text],
      [true, 'Conversation does not exist'],
    );
    await assert.rejects(client.callTool({ name: 'delete_everything' }), /no such tool/);
    await client.close();
  },
);

testService(
  'tools appear with the documents and tables of the agent',
  { models: echo.models },
  async (service) => {
    const client = await connect(service);
    const id = await addDocument(
      service,
      'shop.md',
      '# Returns\n\nGoods can be returned within thirty days.',
    );
    await addTable(service);
    assert.deepEqual(await namesOf(client), ['ask_agent', 'search_knowledge', 'query_table']);
    const found = await client.callTool({
      name: 'search_knowledge',
      arguments: { query: 'returned goods', limit: 1 },
    });
    const { passages } = found.structuredContent as { passages: { document_id: string }[] };
    assert.deepEqual(
      passages.map(({ document_id }) => document_id),
      [id],
    );
    const queried = await client.callTool({
      name: 'query_table',
      arguments: { table: 'orders', filter: { number: 'B-2' } },
    });
    const { total, records } = queried.structuredContent as { total: number; records: { value: object }[] };
    assert.deepEqual([total, records[0]!.value], [1, { number: 'B-2' }]);
    const { resources } = await client.listResources();
    assert.deepEqual(
      resources.map(({ name, uri }) => [name, uri]),
      [['shop.md', `frontdesk://documents/${id}`]],
    );
    const { contents } = await client.readResource({ uri: resources[0]!.uri });
    assert.match((contents[0] as { text: string }).text, /returned within thirty days/);
    await assert.rejects(
      client.readResource({ uri: `frontdesk://documents/${'f'.repeat(24)}` }),
      /no such document/,
    );
    await assert.rejects(client.listResources({ cursor: 'x' }), /params.cursor/);
    await service.configure({ tables: { lookup: false } });
    assert.deepEqual(await namesOf(client), ['ask_agent', 'search_knowledge']);
    await client.close();
  },
);

testService(
  'a key of another agent reaches nothing of this one',
  { models: echo.models },
  async (service) => {
    const own = await connect(service);
    const id = await addDocument(
      service,
      'shop.md',
      '# Returns\n\nGoods can be returned within thirty days.',
    );
    await addTable(service);
    const asked = await own.callTool({ name: 'ask_agent', arguments: { question: 'I am Ada', user: 'ada' } });
    const { conversation_id } = asked.structuredContent as { conversation_id: string };
    const { call, workspace } = await operatorOf(service);
    const other = await call('POST', `${workspace}/agents`, { name: 'Other' });
    const { key } = (await call('POST', `${workspace}/agents/${other.body.id}/keys`, { name: 'test' })).body;

    const stranger = await connect(service, key);
    assert.deepEqual(await namesOf(stranger), ['ask_agent']);
    assert.deepEqual((await stranger.listResources()).resources, []);
    await assert.rejects(stranger.readResource({ uri: `frontdesk://documents/${id}` }), /no such document/);
    for (const [name, input] of [
      ['search_knowledge', { query: 'returned goods' }],
      ['query_table', { table: 'orders' }],
    ] as const)
      await assert.rejects(stranger.callTool({ name, arguments: input }), /no such tool/);
    const refused = await stranger.callTool({
      name: 'ask_agent',
      arguments: { question: 'Who am I?', conversation_id },
    });
    assert.equal(refused.isError, true);
    await own.close();
    await stranger.close();
  },
);

testService('resources are listed in pages', { models: echo.models }, async (service) => {
  const files = Array.from({ length: 20 }, (_, index) => index);
  for (let part = 0; part < 6; part++)
    await service.call('POST', '/v1/bot/doc/text/add', {
      chunk_token: 600,
      files: files.map((index) => ({
        file_name: `d${part}-${index}.md`,
        file_base64: btoa(`Text ${part} ${index}`),
      })),
    });
  await service.app.rooms.jobs.idle();
  const client = await connect(service);
  const first = await client.listResources();
  const second = await client.listResources({ cursor: first.nextCursor! });
  assert.deepEqual(
    [first.resources.length, second.resources.length, second.nextCursor],
    [100, 20, undefined],
  );
  await client.close();
});

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};

testService(
  'versions are negotiated, and errors are JSON-RPC errors',
  { models: echo.models },
  async (service) => {
    assert.equal((await post(service, initialize)).body.result.protocolVersion, '2025-06-18');
    const older = { ...initialize, params: { ...initialize.params, protocolVersion: '1999-01-01' } };
    assert.equal((await post(service, older)).body.result.protocolVersion, '2025-11-25');
    const unknownVersion = await post(service, initialize, { 'mcp-protocol-version': '1999-01-01' });
    assert.deepEqual([unknownVersion.status, unknownVersion.body.error.code], [400, -32600]);
    const cases: [unknown, number, number][] = [
      ['{"jsonrpc"', 400, -32600],
      [[initialize], 400, -32600],
      [{ jsonrpc: '2.0', id: {}, method: 'ping' }, 400, -32600],
      [{ jsonrpc: '2.0', id: 1, method: 'nothing' }, 200, -32601],
      [
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'ask_agent', arguments: [] } },
        200,
        -32602,
      ],
    ];
    for (const [body, status, code] of cases) {
      const answer = await post(service, body);
      assert.deepEqual(
        [answer.status, answer.body.jsonrpc, answer.body.error.code],
        [status, '2.0', code],
        answer.text,
      );
    }
    const noKey = await service.call('POST', '/mcp', initialize, { key: null });
    assert.deepEqual([noKey.status, noKey.body.error.data.code], [401, 40127]);
    for (const method of ['GET', 'DELETE'] as const) {
      const answer = await service.call(method, '/mcp');
      assert.deepEqual([answer.status, answer.headers.allow, answer.body.jsonrpc], [405, 'POST', '2.0']);
    }
    const notified = await post(service, { jsonrpc: '2.0', method: 'notifications/initialized' });
    assert.deepEqual([notified.status, notified.text], [202, '']);
    await service.configure({}, { apiEnabled: false });
    assert.equal((await post(service, initialize)).status, 403);
  },
);

testService(
  'pages of other origins are refused',
  {
    models: echo.models,
    environment: { FRONTDESK_CORS_ORIGINS: 'https://app.example.com' },
  },
  async (service) => {
    const evil = await post(service, initialize, { origin: 'http://evil.example' });
    assert.deepEqual([evil.status, evil.body.error.code], [403, -32600]);
    assert.equal((await post(service, initialize, { origin: 'https://app.example.com' })).status, 200);
  },
);

testService(
  'a client that disconnects stops the round',
  () => ({
    models: createScriptedModel(() => [{ say: 'Once ' }, { wait: new Promise(() => {}) }]).models,
  }),
  async (service) => {
    const address = await listen(service.app);
    const controller = new AbortController();
    const params = { name: 'ask_agent', arguments: { question: 'Tell a story' } };
    fetch(`${address}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      signal: controller.signal,
    }).catch(() => {});
    const statusOf = async () =>
      (await service.app.db.query.selectFrom('rounds').select('status').executeTakeFirst())?.status;
    await eventually('the round runs', async () => (await statusOf()) === 'running');
    controller.abort();
    await eventually('the round is stopped', async () => (await statusOf()) === 'stopped');
  },
);
