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
    const search = {
      id: 'find',
      name: 'Find',
      type: 'retrieval',
      saveAs: 'found',
      groupIds: ['0'.repeat(24)],
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
  const broken = { ...file, graph: { nodes: [start], edges: [edge('start', 'gone')] } };
  const refused = await second.manage('POST', '/import', { revision: 1, file: broken });
  assert.deepEqual([refused.status, refused.body.code], [400, 40000]);
  assert.match(refused.body.message, /there is no node "gone"/);
});

testService(
  'problems are reported with node and rule, and other agents have no flow',
  {},
  async (service) => {
    const agent = await createFlowAgent(service);
    const wrong = saying('Dear {{nobody}}');
    const refused = await agent.save(wrong);
    assert.equal(refused.status, 400);
    assert.match(refused.body.message, /node "say": text: the variable "nobody" is never set/);
    const { body } = await agent.manage('POST', '/check', { graph: wrong });
    assert.deepEqual(body.problems, ['node "say": text: the variable "nobody" is never set']);
    assert.equal((await agent.manage('POST', '/publish', { revision: 0 })).status, 404);
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
