import assert from 'node:assert/strict';
import type { Kysely } from 'kysely';
import { up as makeChannelsExplicit } from '../../../migrations/0027-explicit-channels.ts';
import { completeSettings } from '../../../src/agents/index.ts';
import { pageChannels } from '../../../src/channels/index.ts';
import { agentIdOf, openVisit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const pages = (agentId: string) => [
  `/share/${agentId}`,
  `/embed/${agentId}`,
  `/embed/${agentId}?channel=widget`,
  `/embed/${agentId}?channel=live-chat`,
];

const assertOff = async ({ call }: TestService, agentId: string): Promise<void> => {
  for (const path of pages(agentId)) {
    const { status, text } = await call('GET', path, undefined, { key: null });
    assert.equal(status, 404, path);
    assert.match(text, /disabled.*Settings → Channels/);
  }
  for (const channel of pageChannels) {
    const opened = await call('POST', `/channels/${agentId}/session`, { channel }, { key: null });
    assert.deepEqual([opened.status, opened.body.code], [404, 40000]);
    assert.match(opened.body.message, new RegExp(`${channel} of this agent is disabled.*Channels`));
  }
};

testService(
  'a new agent has no channel until one is enabled, also the first agent',
  createScriptedModel,
  async (service) => {
    const { call, workspace } = await operatorOf(service);
    const first = await agentIdOf(service);
    const created = (await call('POST', `${workspace}/agents`, { name: 'Second' })).body;
    for (const agentId of [first, created.id]) await assertOff(service, agentId);

    const settings = { channels: { enabled: { share: true } } };
    const change = { version: created.version, settings };
    assert.equal((await call('PATCH', `${workspace}/agents/${created.id}`, change)).status, 200);
    const open = (channel: string) =>
      service.call('POST', `/channels/${created.id}/session`, { channel }, { key: null });
    assert.deepEqual(
      [(await open('SHARE')).status, (await open('EMBED')).status, (await open('WIDGET')).status],
      [200, 404, 404],
    );
    const copy = await call('POST', `${workspace}/agents/${created.id}/duplicate`, { name: 'Copy' });
    assert.equal(copy.status, 201);
    await assertOff(service, copy.body.id);
  },
);

let scripted: ScriptedModel = createScriptedModel();

testService(
  "visitors cannot make the model read the agent's tables until this is enabled",
  () => {
    scripted = createScriptedModel();
    return { models: scripted.models };
  },
  async (service) => {
    const field = { name: 'code', type: 'TEXT', description: '', required: false, unique: false };
    const table = { name: 'vouchers', description: 'Vouchers', fields: [field] };
    assert.equal((await service.call('POST', '/v1/database/create-table', table)).body.code, 0);
    const offered = () => (scripted.requests.at(-1)!.tools ?? []).map(({ name }) => name);
    await service.configure({
      channels: { enabled: { share: false, embed: false, widget: true, liveChat: false, search: false } },
    });
    const visit = await openVisit(service);
    assert.equal((await visit.send('Which vouchers are there?')).status, 200);
    assert.deepEqual(offered(), []);
    await service.call('POST', '/v2/conversation/message', {
      conversation_id: await service.newConversation('ada'),
      messages: [{ role: 'user', content: 'Which vouchers are there?' }],
    });
    assert.deepEqual(offered(), ['table_lookup_vouchers'], 'the limit applies to visitors, not to the API');
    await service.configure({ tables: { visitors: true } });
    assert.equal((await visit.send('And now?')).status, 200);
    assert.deepEqual(offered(), ['table_lookup_vouchers']);
  },
);

testService('existing agents keep the channels and tables they had', createScriptedModel, async ({ app }) => {
  const { query } = app.db;
  const id = await agentIdOf({ app });
  const migrate = async (stored: object) => {
    await query
      .updateTable('agents')
      .set({ settings: JSON.stringify(stored) })
      .execute();
    await makeChannelsExplicit(query as unknown as Kysely<unknown>);
    const row = await query
      .selectFrom('agents')
      .select('settings')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return completeSettings(JSON.parse(row.settings));
  };
  const on = { share: true, embed: true, widget: true, liveChat: true, search: false };
  const implicit = await migrate({ prompt: 'Be kind.' });
  assert.deepEqual(
    [implicit.channels.enabled, implicit.tables.visitors, implicit.prompt],
    [on, true, 'Be kind.'],
  );
  const explicit = await migrate({
    channels: { greeting: 'Hi', enabled: { share: false } },
    tables: { lookup: false },
  });
  assert.deepEqual(explicit.channels.enabled, { ...on, share: false });
  assert.deepEqual(
    [explicit.channels.greeting, explicit.tables.lookup, explicit.tables.visitors],
    ['Hi', false, true],
  );
});
