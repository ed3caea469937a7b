import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import type { Models } from '../../../src/models/index.ts';
import {
  createFlowAgent,
  edge,
  type FlowAgent,
  model,
  reply,
  start,
} from '../../support/flows/flow-agent.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

/** One node after the other. */
const chain = (nodes: { id: string }[]) => ({
  nodes,
  edges: nodes.slice(1).map(({ id }, index) => edge(nodes[index]!.id, id)),
});

const say = async (agent: FlowAgent, text: string, userId?: string): Promise<string> => {
  const { body } = await agent.send(await agent.newConversation(userId), text, 'blocking', 1);
  return body.text ?? body.message;
};

testService('flows read, add and update records of tables, each user only their own', {}, async (service) => {
  const agent = await createFlowAgent(service, { settings: { prices: { tableCallPerThousand: '1' } } });
  const { create, page } = tableCalls(agent.calling);
  const tableId = await create('notes', [
    { name: 'owner', type: 'TEXT' },
    { name: 'text', type: 'TEXT' },
    { name: 'number', type: 'INT' },
  ]);
  const table = (
    await service.app.rooms.tables.attached((await service.app.rooms.agents.find(agent.agentId))!)
  )[0]!;
  await service.app.rooms.tables.setOwnerField(service.app.db.query, table, 'owner');
  const lookUp = {
    id: 'look',
    name: 'Look',
    type: 'table-lookup',
    table: 'notes',
    saveAs: 'found',
    filter: { number: '7' },
  };
  await agent.publish(
    chain([
      start,
      {
        id: 'add',
        name: 'Add',
        type: 'table-add',
        table: 'notes',
        saveAs: 'added',
        values: { text: '{{question}}', number: '7' },
      } as { id: string },
      {
        id: 'change',
        name: 'Change',
        type: 'table-update',
        table: tableId,
        saveAs: 'changed',
        recordId: '{{added.id}}',
        values: { text: '{{question}}!' },
      } as { id: string },
      lookUp,
      reply('say', '{{found.count}}: {{found.first.text}}'),
    ]),
  );
  assert.equal(await say(agent, 'mine', 'ada'), '1: mine!');
  assert.equal(await say(agent, 'his', 'bob'), '1: his!');
  assert.equal((await page(tableId, { filter: {} })).total_count, 2);
  // Two users with three components each. Calls by the developer are not part of a round.
  const bill = (await agent.calling.call('GET', '/v1/account/bill/total')).body;
  assert.deepEqual([bill.database_processing, bill.total], [0.006, 0.006]);
  const nowhere = chain([start, { ...lookUp, table: 'nowhere' } as { id: string }, reply('say', 'x')]);
  await assert.rejects(agent.publish(nowhere), /the agent has no table \\"nowhere\\"/);
});

testService('an HTTP tool is called for the user; its error fails the component', {}, async (service) => {
  const shop = await startReceiver((_call, response) => response.end('{"state":"sent"}'));
  try {
    const tool = {
      name: 'status',
      description: 'Status',
      method: 'GET',
      url: `${shop.url}/orders/{order}`,
      headers: {},
      parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
      timeoutMs: 60_000,
    };
    const prices = { toolCallPerThousand: '2' };
    const agent = await createFlowAgent(service, { settings: { tools: { http: [tool] }, prices } });
    const call = {
      id: 'ask',
      name: 'Ask',
      type: 'http-tool',
      tool: 'status',
      saveAs: 'answer',
      arguments: { order: '{{question}}' },
    };
    await agent.publish({
      nodes: [start, call, reply('say', 'It is {{answer.data.state}}.'), reply('sorry', 'Not now.')],
      edges: [edge('start', 'ask'), edge('ask', 'say'), edge('ask', 'sorry', 'failure')],
    });
    assert.equal(await say(agent, '10/42'), 'It is sent.');
    assert.equal(shop.calls[0]!.path, '/hook/orders/10%2F42');
    assert.equal(shop.calls[0]!.headers['x-user-id'], 'ada');
    shop.answerWith((_call, response) => response.writeHead(500).end('broken'));
    assert.equal(await say(agent, '1'), 'Not now.');
    const [asked] = (await agent.trace()).filter(({ name }) => name === 'Ask');
    assert.equal(asked?.costNano, 2_000_000);
    const bill = (await agent.calling.call('GET', '/v1/account/bill/total')).body;
    assert.deepEqual([bill.tool_call, bill.total], [0.004, 0.004]);
    const missing = { ...call, tool: 'unknown' };
    const saved = await agent.save(chain([start, missing, reply('say', 'x')]));
    const published = await agent.manage('POST', '/publish', { revision: saved.body.revision });
    assert.equal(published.status, 400);
    assert.match(published.body.message, /node "ask" \(Ask\): tool: the agent has no HTTP tool "unknown"/);
  } finally {
    await shop.close();
  }
});

testService('a tool of an MCP server is called', {}, async (service, context) => {
  const server = createServer(async (request, response) => {
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    const mcp = new Server({ name: 'stub', version: '1' }, { capabilities: { tools: {} } });
    const inputSchema = { type: 'object' as const, properties: { city: { type: 'string' } } };
    mcp.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: 'weather', inputSchema }] }));
    mcp.setRequestHandler(CallToolRequestSchema, ({ params }) => ({
      content: [{ type: 'text', text: `Sunny in ${params.arguments?.city}` }],
    }));
    await mcp.connect(transport as Parameters<typeof mcp.connect>[0]);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const agent = await createFlowAgent(service, { settings: { tools: { mcp: [{ name: 'sky', url }] } } });
  await agent.publish(
    chain([
      start,
      {
        id: 'ask',
        name: 'Ask',
        type: 'mcp-tool',
        server: 'sky',
        tool: 'weather',
        saveAs: 'sky',
        arguments: { city: '{{question}}' },
      } as { id: string },
      reply('say', '{{sky.text}}'),
    ]),
  );
  assert.equal(await say(agent, 'Lisbon'), 'Sunny in Lisbon');
});

testService('a loop runs over a list, stops at its rule and never exceeds its limit', {}, async (service) => {
  const agent = await createFlowAgent(service);
  const body = chain([start, reply('each', '{{iteration}}. {{item}}')]);
  const loop = (more: object) => ({
    id: 'loop',
    name: 'Loop',
    type: 'loop',
    maxIterations: 3,
    body,
    ...more,
  });
  const run = async (more: object) => {
    await agent.publish({
      ...chain([start, loop(more), reply('end', 'Done.')]),
      variables: { list: ['a', 'b', 'c', 'd'], none: 0 },
    });
    return say(agent, 'go');
  };
  assert.equal(await run({ over: 'list' }), '1. a\n\n2. b\n\n3. c\n\nDone.');
  const until = [{ variable: 'item', operator: 'equals', value: 'b' }];
  assert.equal(await run({ over: 'list', until }), '1. a\n\n2. b\n\nDone.');
  assert.equal((await run({})).split('\n\n').length, 4);
  assert.match(await run({ over: 'none' }), /"Loop" failed/);
  // The body fails after its first text: the text stays, and the flow continues without the rest.
  const broken = chain([
    start,
    reply('each', '{{iteration}}. {{item}}'),
    { id: 'n', name: 'N', type: 'set-variable', variable: 'n', value: 'x', as: 'number' } as { id: string },
    reply('never', 'Never.'),
  ]);
  await agent.publish({
    nodes: [start, loop({ over: 'list', body: broken }), reply('end', 'Broken in {{failure.component}}.')],
    edges: [edge('start', 'loop'), edge('loop', 'end', 'failure')],
    variables: { list: ['a'] },
  });
  assert.equal(await say(agent, 'go'), '1. a\n\nBroken in Loop.');
});

testService(
  'a sub-flow runs with its inputs and returns its variables; circular flows are rejected, or end',
  {},
  async (service) => {
    const inner = await createFlowAgent(service);
    await inner.publish({
      ...chain([
        start,
        { id: 'make', name: 'Make', type: 'template', template: '<{{word}}>', saveAs: 'made' } as {
          id: string;
        },
        reply('inside', 'Inside {{word}}'),
      ]),
      variables: { word: '' },
    });
    const outer = await createFlowAgent(service);
    const sub = (agentId: string) => ({
      id: 'sub',
      name: 'Sub',
      type: 'sub-flow',
      agentId,
      inputs: { word: '{{question}}' },
      saveAs: 'sub',
    });
    await outer.publish(
      chain([start, reply('before', 'Before'), sub(inner.agentId), reply('after', 'After {{sub.made}}')]),
    );
    assert.equal(await say(outer, 'x'), 'Before\n\nInside x\n\nAfter <x>');
    const back = { ...chain([start, sub(outer.agentId), reply('say', 'never')]), variables: { word: '' } };
    await assert.rejects(
      inner.publish(back),
      /node \\"sub\\" \(Sub\): agentId: the flow of .* calls this flow again/,
    );
    // A rollback can create a cycle that could not be published.
    await outer.publish(chain([start, reply('only', 'Only')]));
    const closing = await inner.publish(back);
    await inner.publish(chain([start, reply('plain', 'Plain')]));
    await outer.publish(chain([start, sub(inner.agentId)]));
    assert.equal((await inner.manage('POST', '/roll-back', { version: closing })).status, 200);
    assert.match(await say(outer, 'x'), /failed/);

    await inner.publish({ ...chain([start, reply('quiet', '')]), variables: { a: '', b: '' } });
    const doubling = {
      nodes: [
        start,
        { ...sub(inner.agentId), inputs: { a: '{{held}}', b: '{{held}}' } },
        { id: 'hold', name: 'Hold', type: 'set-variable', variable: 'held', value: '{{sub}}', as: 'json' },
        reply('tell', '{{failure.message}}'),
      ],
      edges: [edge('start', 'sub'), edge('sub', 'hold'), edge('sub', 'tell', 'failure')],
    };
    const until = [{ variable: 'failure', operator: 'is-not-empty' }];
    await outer.publish({
      ...chain([
        start,
        { id: 'l', name: 'L', type: 'loop', maxIterations: 100, until, body: doubling } as { id: string },
      ]),
      variables: { held: 'x'.repeat(1000) },
    });
    assert.match(await say(outer, 'x'), /have more than 2000000 characters$/);

    const itself = await outer.save(chain([start, sub(outer.agentId), reply('say', 'x')]));
    const refused = await outer.manage('POST', '/publish', { revision: itself.body.revision });
    assert.match(refused.body.message, /node "sub" \(Sub\): agentId: .*is not another agent/);
  },
);

testService(
  'a model decides if no rule does, and if it names no branch the default is used',
  () =>
    createScriptedModel((_request, call) => [
      { say: ['"Billing".', 'Either billing or sales', 'x'][call - 1] ?? '' },
    ]),
  async (service) => {
    const agent = await createFlowAgent(service);
    await agent.publish({
      nodes: [
        start,
        {
          id: 'sort',
          name: 'Sort',
          type: 'classifier',
          by: 'model',
          branches: [
            { name: 'billing', description: 'Money' },
            { name: 'sales', keywords: ['buy'] },
          ],
        },
        reply('a', 'billing'),
        reply('b', 'sales'),
        reply('c', 'else'),
      ],
      edges: [
        edge('start', 'sort'),
        edge('sort', 'a', 'billing'),
        edge('sort', 'b', 'sales'),
        edge('sort', 'c', 'else'),
      ],
    });
    assert.equal(await say(agent, 'buy'), 'sales');
    assert.equal(await say(agent, 'I was charged twice'), 'billing');
    assert.equal(await say(agent, 'hm'), 'else');
  },
);

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==';

testService(
  'models read files directly if all models of a flow accept them, otherwise none does',
  () => {
    const seeing = createScriptedModel(() => [{ say: 'seen' }], { takes: { image: true } }).model;
    const blind = createScriptedModel(() => [{ say: 'read' }]).model;
    const models: Models = {
      resolve: (config) => ('name' in config && config.name === 'blind' ? blind : seeing),
    };
    return { models };
  },
  async (service) => {
    const agent = await createFlowAgent(service, { settings: { recognition: { image: 'model' } } });
    const two = (second: object) =>
      chain([start, model('one'), model('two', second), reply('say', '{{one}} {{two}}')]);
    const send = async () =>
      service.call(
        'POST',
        '/v2/conversation/message',
        {
          conversation_id: await agent.newConversation(),
          messages: [
            {
              role: 'user',
              content: [{ type: 'image', image: [{ base64_content: png, name: 'a.png', format: 'png' }] }],
            },
          ],
        },
        { key: agent.key },
      );
    const unpublished = await send();
    assert.deepEqual([unpublished.status, unpublished.body.code], [400, 40000]);
    assert.match(unpublished.body.message, /no published flow/);
    await agent.publish(two({}));
    const seen = await send();
    assert.equal(seen.body.output?.[0].content.text, 'seen seen', seen.text);
    await agent.publish(two({ model: { provider: 'openai', baseUrl: 'http://127.0.0.1:9', name: 'blind' } }));
    assert.equal((await send()).body.code, 40364);
  },
);

testService(
  'a file is read once per round, however many components need it',
  () =>
    createScriptedModel((request) => [
      { say: JSON.stringify(request.messages).includes('Invoice 7') ? 'read' : 'nothing' },
    ]),
  async (service) => {
    const agent = await createFlowAgent(service);
    await agent.publish(chain([start, model('one'), model('two'), reply('say', '{{one}} {{two}}')]));
    const document = { base64_content: Buffer.from('Invoice 7').toString('base64'), name: 'a.txt' };
    const { body } = await agent.calling.call('POST', '/v2/conversation/message', {
      conversation_id: await agent.newConversation(),
      messages: [{ role: 'user', content: [{ type: 'document', document }] }],
    });
    assert.equal(body.output[0].content.text, 'read read');
    assert.equal((await agent.trace()).filter(({ kind }) => kind === 'recognition').length, 1);
  },
);
