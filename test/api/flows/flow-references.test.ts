import assert from 'node:assert/strict';
import { chain, createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { testService } from '../../support/service/service.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

interface Problem {
  loopId: string | null;
  nodeId: string;
  field: string | null;
  message: string;
  isReference: boolean;
}

const node = (id: string, type: string, more: object) => ({ id, name: id, type, saveAs: id, ...more });
const lookup = (table: string, filter: object = {}) => node('look', 'table-lookup', { table, filter });
const search = (more: object) => node('search', 'retrieval', more);
const person = node('person', 'human-service', {});

/** One start, these components, and a reply for people who are not available. */
const beside = (nodes: { id: string }[]) => ({
  nodes: [
    start,
    ...nodes.map((one) => ({
      ...one,
      ...('type' in one && one.type === 'human-service' ? { saveAs: undefined } : {}),
    })),
    reply('sorry', 'Sorry'),
  ],
  edges: [
    ...nodes.map(({ id }) => edge('start', id)),
    edge('start', 'sorry'),
    ...(nodes.some(({ id }) => id === 'person') ? [edge('person', 'sorry', 'unavailable')] : []),
  ],
});

testService(
  'publishing refuses a flow that names what the agent does not have, and points to each component',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    const other = await createFlowAgent(service);
    const missing = '0'.repeat(24);
    await tableCalls(other.calling).create('orders', [{ name: 'number', type: 'TEXT', required: true }]);
    await other.publish(chain([reply('say', 'Hi')]));
    const { body: base } = await other.manageAgent('POST', `/agents/${other.agentId}/knowledge-bases`, {
      name: 'Lamps',
      description: '',
    });
    const connection = { provider: 'connection', connectionId: missing, name: 'large' };
    const loop = node('loop', 'loop', {
      maxIterations: 2,
      saveAs: undefined,
      body: chain([node('inner', 'http-tool', { tool: 'weather' })]),
    });
    const graph = beside([
      lookup('orders'),
      search({ groupIds: [base.id], dataIds: [missing] }),
      node('http', 'http-tool', { tool: 'weather' }),
      node('mcp', 'mcp-tool', { server: 'files', tool: 'read' }),
      person,
      node('model', 'model', { model: connection }),
      node('call', 'sub-flow', { agentId: missing }),
      loop,
    ]);
    const { body } = await agent.manage('POST', '/check', { graph });
    const problems: Problem[] = body.problems;
    assert.deepEqual(
      problems.map(({ loopId, nodeId, field }) => [loopId, nodeId, field]),
      [
        [null, 'look', 'table'],
        [null, 'search', 'groupIds'],
        [null, 'search', 'dataIds'],
        [null, 'http', 'tool'],
        [null, 'mcp', 'server'],
        [null, 'person', null],
        [null, 'model', 'model'],
        [null, 'call', 'agentId'],
        ['loop', 'inner', 'tool'],
      ],
      JSON.stringify(problems),
    );
    assert.ok(problems.every(({ isReference }) => isReference));
    const saved = await agent.save(graph);
    assert.equal(saved.status, 200, saved.text);
    const refused = await agent.manage('POST', '/publish', { revision: saved.body.revision });
    assert.equal(refused.status, 400);
    for (const { nodeId, message } of problems)
      assert.ok(refused.body.message.includes(`node "${nodeId}"`) && refused.body.message.includes(message));
    assert.equal((await agent.manage('GET', '')).body.publishedVersion, null);
    const versions = await agent.manage('GET', '/versions');
    assert.equal(versions.body.total, 0, 'nothing is half-published');
  },
);

const tool = {
  name: 'weather',
  description: 'Weather',
  method: 'GET',
  url: 'https://weather.example.com',
  headers: {},
  parameters: { type: 'object', properties: {} },
  timeoutMs: 1000,
};

testService('a flow is published when everything that it names exists', {}, async (service) => {
  const agent = await createFlowAgent(service, {
    settings: {
      humanService: { baseUrl: 'https://desk.example.com' },
      tools: { http: [tool] },
    },
  });
  await tableCalls(agent.calling).create('orders', [{ name: 'number', type: 'TEXT', required: true }]);
  const { body: base } = await agent.manageAgent('POST', `/agents/${agent.agentId}/knowledge-bases`, {
    name: 'Lamps',
    description: '',
  });
  const good = beside([
    lookup('orders', { number: '{{question}}' }),
    search({ groupIds: [base.id] }),
    node('http', 'http-tool', { tool: 'weather' }),
    person,
  ]);
  assert.equal(await agent.publish(good), 1);
  const { body } = await agent.manage('POST', '/check', {
    graph: beside([lookup('orders', { colour: 'red' })]),
  });
  assert.deepEqual(
    body.problems.map(({ field, message }: Problem) => [field, message]),
    [['filter.colour', 'the table "orders" has no field "colour"']],
  );
});

testService('the inbox of the console is a human service', {}, async (service) => {
  const agent = await createFlowAgent(service, { settings: { humanService: { type: 'inbox' } } });
  assert.equal(await agent.publish(beside([person])), 1);
});

testService(
  'a sub-flow runs with the tables of the agent that calls it, so these are checked',
  {},
  async (service) => {
    const inner = await createFlowAgent(service);
    const outer = await createFlowAgent(service);
    const fields = [{ name: 'number', type: 'TEXT', required: true }];
    await tableCalls(inner.calling).create('orders', fields);
    await inner.publish(chain([lookup('orders'), reply('say', 'Hi')]));
    const graph = chain([node('call', 'sub-flow', { agentId: inner.agentId }), reply('say', 'Hi')]);
    const { body } = await outer.manage('POST', '/check', { graph });
    assert.deepEqual(
      body.problems.map(({ nodeId, message }: Problem) => [nodeId, message]),
      [['call', `in the flow of "${inner.agentId}": node "look": table: the agent has no table "orders"`]],
    );
    await tableCalls(outer.calling).create('orders', fields);
    assert.equal(await outer.publish(graph), 1);
  },
);

testService(
  'a table or knowledge base that is deleted after publishing fails its component with a clear error',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    const root = `/agents/${agent.agentId}`;
    const table = await tableCalls(agent.calling).create('orders', [
      { name: 'number', type: 'TEXT', required: true },
    ]);
    const { body: base } = await agent.manageAgent('POST', `${root}/knowledge-bases`, {
      name: 'Lamps',
      description: '',
    });
    const { nodes, edges } = chain([search({ groupIds: [base.id] }), lookup('orders'), reply('say', 'Done')]);
    const safe = { nodes, edges: [...edges, edge('search', 'look', 'failure')] };
    await agent.publish(safe);
    const conversation = await agent.newConversation();
    assert.equal((await agent.send(conversation, 'Hi')).body.output[0].content.text, 'Done');
    await agent.manageAgent('DELETE', `${root}/knowledge-bases/${base.id}`);
    await agent.manageAgent('DELETE', `${root}/tables/${table}`);
    const failed = await agent.send(conversation, 'Hi');
    assert.deepEqual([failed.status, failed.body.message], [500, 'The component "look" failed']);
    const steps = await agent.trace();
    const errorOf = (name: string) => steps.find((step) => step.name === name)?.error ?? '';
    assert.match(errorOf('search'), new RegExp(`the agent has no knowledge base or document "${base.id}"`));
    assert.match(errorOf('look'), /the agent has no table "orders"/);
    const { body } = await agent.manage('POST', '/check', { graph: safe });
    assert.deepEqual(
      body.problems.map(({ nodeId, field }: Problem) => [nodeId, field]),
      [
        ['search', 'groupIds'],
        ['look', 'table'],
      ],
      'the editor shows the problems when it is opened',
    );
  },
);
