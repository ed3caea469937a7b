import assert from 'node:assert/strict';
import { createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { testOperatorToken, testService } from '../../support/service/service.ts';

const saying = (text: string) => ({ nodes: [start, reply('say', text)], edges: [edge('start', 'say')] });

testService(
  'calls use the published version, not a draft, and an earlier one after a rollback; everything is audited',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    const conversation = await agent.newConversation();
    const said = async () => (await agent.send(conversation, 'Hi', 'blocking', 1)).body.text;
    assert.equal((await agent.manage('GET', '')).body.revision, 0);
    await agent.save(saying('draft'));
    assert.equal(await said(), undefined, 'a draft is not called');
    assert.equal(await agent.publish(saying('one')), 1);
    assert.equal(await said(), 'one');
    assert.equal(await agent.publish(saying('two')), 2);
    await agent.save(saying('three'));
    assert.equal(await said(), 'two');

    const rolledBack = await agent.manage('POST', '/roll-back', { version: 1 });
    assert.equal(rolledBack.status, 200);
    assert.equal(await said(), 'one');
    assert.equal((await agent.manage('POST', '/roll-back', { version: 9 })).status, 404);
    const { body: flow } = await agent.manage('GET', '');
    assert.deepEqual([flow.publishedVersion, flow.draft.nodes[1].text], [1, 'three']);
    const { body: versions } = await agent.manage('GET', '/versions');
    assert.deepEqual(
      versions.items.map(({ version }: { version: number }) => version),
      [2, 1],
    );
    assert.equal(await agent.publish(saying('four')), 3, 'versions are never overwritten');

    const entries = await service.app.db.query
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('target_id', '=', agent.agentId)
      .orderBy('sequence')
      .execute();
    assert.deepEqual(
      entries.filter(({ action }) => action === 'flow.roll-back').map(({ changes }) => JSON.parse(changes)),
      [{ publishedVersion: [2, 1] }],
    );
    assert.equal(entries.filter(({ action }) => action === 'flow.publish').length, 3);
    assert.equal(entries.filter(({ action }) => action === 'flow.save').length, 5);
  },
);

testService(
  'of two concurrent edits the second gets a conflict, and nothing is lost',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    const saved = await Promise.all(
      ['a', 'b'].map((text) => agent.manage('PUT', '', { revision: 0, graph: saying(text) })),
    );
    assert.deepEqual(saved.map(({ status }) => status).sort(), [200, 409]);
    const stale = await agent.manage('POST', '/publish', { revision: 0 });
    assert.equal(stale.status, 409);
  },
);

testService(
  'a copy of a flow agent answers like the original, and changes independently',
  {},
  async (service) => {
    const original = await createFlowAgent(service, {
      settings: { prompt: 'Be kind.', tables: { tableIds: [] } },
    });
    await original.publish(saying('one'));
    const base = await original.manageAgent('POST', `/agents/${original.agentId}/knowledge-bases`, {
      name: 'Lamps',
      description: '',
    });
    const search = {
      id: 'find',
      name: 'Find',
      type: 'retrieval',
      saveAs: 'found',
      groupIds: [base.body.id],
    };
    await original.publish({
      nodes: [start, search, reply('say', 'two')],
      edges: [edge('start', 'find'), edge('find', 'say')],
    });
    await original.save(saying('three'));
    const path = `/agents/${original.agentId}`;
    const { body: copy } = await original.manageAgent('POST', `${path}/duplicate`, { name: 'Copy' });
    assert.deepEqual(
      [copy.kind, copy.settings.prompt, copy.settings.tables.tableIds],
      ['flow', 'Be kind.', null],
    );
    const { body: flow } = await original.manageAgent('GET', `/agents/${copy.id}/flow`);
    assert.deepEqual([flow.publishedVersion, flow.revision, flow.draft.nodes[1].text], [1, 1, 'three']);
    const { body: file } = await original.manageAgent('GET', `/agents/${copy.id}/flow/export?version=1`);
    assert.equal(file.graph.nodes[1].groupIds, null);
    const { body: keys } = await original.manageAgent('GET', `/agents/${copy.id}/keys`);
    assert.equal(keys.total, 0);
    const { key } = (await original.manageAgent('POST', `/agents/${copy.id}/keys`, { name: 'test' })).body;
    const made = await service.call('POST', '/v1/conversation', { user_id: 'ada' }, { key });
    const said = await service.call(
      'POST',
      '/v1/conversation/message',
      { ...made.body, text: 'Hi' },
      { key },
    );
    assert.equal(said.body.text, 'two');
    const simple = await original.manageAgent('POST', '/agents', { name: 'Simple' });
    const simpleCopy = await original.manageAgent('POST', `/agents/${simple.body.id}/duplicate`, {
      name: 'Again',
    });
    assert.equal(simpleCopy.status, 201);
  },
);

testService(
  'the service tells whether the draft differs from the version in use, and since when that is published',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    const differs = async () => (await agent.manage('GET', '')).body.isChanged;
    const graph = {
      nodes: [start, reply('a', 'one'), reply('b', 'two')],
      edges: [edge('start', 'a'), edge('start', 'b')],
    };
    await agent.save(graph);
    assert.equal(await differs(), false, 'nothing is published');
    await agent.publish(graph);
    const { body: first } = await agent.manage('GET', '');
    assert.deepEqual([first.isChanged, Date.parse(first.publishedAt) > 0], [false, true]);
    await agent.save({ ...graph, edges: graph.edges.toReversed() });
    assert.equal(await differs(), false, 'the order of edges has no meaning');
    await agent.save({ ...graph, nodes: [start, reply('b', 'two'), reply('a', 'one')] });
    assert.equal(await differs(), true, 'the order of components is the order of the outputs');
    await agent.save({ ...graph, nodes: [start, reply('a', 'one', 'A'), reply('b', 'two')] });
    assert.equal(await differs(), true, 'names are part of the outputs');
    await agent.save({ ...graph, edges: [] });
    assert.equal(await differs(), true, 'also if it has problems');
    await agent.save(graph);
    assert.equal(await differs(), false, 'changed back');
    await agent.publish(saying('new'));
    assert.equal(await differs(), false);
    await agent.manage('POST', '/roll-back', { version: 1 });
    assert.equal(await differs(), true);
    // A version that was published before a setting existed.
    await service.app.db.query
      .updateTable('flow_versions')
      .set({ graph: JSON.stringify({ variables: {}, ...saying('new') }) })
      .where('version', '=', 1)
      .execute();
    assert.equal(await differs(), false, 'missing settings have their defaults');
  },
);

testService('a flow is exported to a file and imported into another agent', {}, async (service) => {
  const first = await createFlowAgent(service);
  const second = await createFlowAgent(service);
  await first.publish(saying('one'));
  await first.publish(saying('two'));
  const { body: file } = await first.manage('GET', '/export?version=1');
  assert.deepEqual([file.format, file.formatVersion], ['frontdesk-flow', 1]);
  const imported = await second.manage('POST', '/import', { revision: 0, file });
  assert.equal(imported.status, 200, imported.text);
  assert.deepEqual(imported.body.draft, file.graph);
  assert.equal(imported.body.publishedVersion, null);
  const unfinished = { ...file, graph: { nodes: [start, reply('a', 'x')], edges: [] } };
  assert.equal((await second.manage('POST', '/import', { revision: 1, file: unfinished })).status, 200);
  const broken = { ...file, graph: { nodes: [start], edges: [edge('start', 'gone')] } };
  const refused = await second.manage('POST', '/import', { revision: 2, file: broken });
  assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
  assert.match(refused.body.message, /there is no node "gone"/);
});

testService(
  'problems are reported with node and rule, and other agents have no flow',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    assert.equal((await agent.manage('POST', '/publish', { revision: 0 })).status, 404);
    const wrong = { nodes: [start, reply('say', 'Dear {{nobody}}', 'Say it')], edges: [] };
    const { body } = await agent.manage('POST', '/check', { graph: wrong });
    const place = { loopId: null, nodeId: 'say', nodeName: 'Say it', isReference: false };
    assert.deepEqual(body.problems, [
      { ...place, field: null, message: 'cannot be reached from the start' },
      { ...place, field: 'text', message: 'the variable "nobody" is never set' },
    ]);
    const saved = await agent.save(wrong);
    assert.equal(saved.status, 200, 'a draft with problems is saved');
    const refused = await agent.manage('POST', '/publish', { revision: saved.body.revision });
    assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
    assert.equal(
      refused.body.message,
      'node "say" (Say it): cannot be reached from the start; node "say" (Say it): text: the variable "nobody" is never set',
    );
    assert.equal((await agent.manage('GET', '')).body.publishedVersion, null);
    const unreadable = { nodes: [start, { ...reply('say', 'x'), text: 5 }], edges: [] };
    assert.match((await agent.save(unreadable)).body.message, /node "say": text: must be string/);
    assert.equal((await agent.manage('GET', '')).body.revision, saved.body.revision);
    const simple = await agent.manageAgent('POST', '/agents', { name: 'Simple' });
    const none = await agent.manageAgent('GET', `/agents/${simple.body.id}/flow`);
    assert.equal(none.status, 400);
    const schema = await service.call('GET', '/console/api/flow-schema', undefined, {
      key: testOperatorToken,
    });
    assert.equal(schema.body.title, 'FlowGraph');
    assert.equal(
      (await service.call('GET', '/console/api/flow-schema', undefined, { key: null })).status,
      401,
    );
  },
);
