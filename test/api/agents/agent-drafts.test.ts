import assert from 'node:assert/strict';
import type { AgentSettings } from '../../../src/agents/index.ts';
import { disableAddress } from '../../../src/webhooks/disable-address.ts';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

interface Fixture {
  service: TestService;
  calls: ConsoleCalls;
  /** The prompt that the model got last. */
  prompt(): string;
}

const testDrafts = (name: string, work: (fixture: Fixture) => Promise<void>): void => {
  let scripted: ScriptedModel;
  const options = () => {
    scripted = createScriptedModel();
    return { models: scripted.models };
  };
  testService(name, options, async (service) => {
    const prompt = () => {
      const [first] = scripted.requests.at(-1)!.messages;
      return first?.role === 'system' ? first.text : '';
    };
    await work({ service, calls: await openConsoleCalls(service), prompt });
  });
};

interface AgentBody {
  version: number;
  publishedVersion: number;
  draftVersion: number | null;
  name: string;
  apiEnabled: boolean;
  settings: AgentSettings;
}

const read = async ({ call, agent }: ConsoleCalls): Promise<AgentBody> => (await call('GET', agent)).body;

const save = async (calls: ConsoleCalls, change: object): Promise<AgentBody> => {
  const { version } = await read(calls);
  const saved = await calls.call('PATCH', calls.agent, { version, ...change });
  assert.equal(saved.status, 200, saved.text);
  return saved.body;
};

const setDrafts = ({ call, agent }: ConsoleCalls, enabled: boolean) =>
  call('PUT', `${agent}/drafts`, { enabled });

const act = async (calls: ConsoleCalls, action: 'publish' | 'discard-draft', body: object = {}) => {
  const { version } = await read(calls);
  return calls.call('POST', `${calls.agent}/${action}`, { version, ...body });
};

const stateOf = ({ version, publishedVersion, draftVersion, settings }: AgentBody) => [
  version,
  publishedVersion,
  draftVersion,
  settings.prompt,
];

const ask = async (service: TestService): Promise<void> => {
  const conversation_id = await service.newConversation();
  const messages = [{ role: 'user', content: 'Hello' }];
  const answer = await service.call('POST', '/v2/conversation/message', { conversation_id, messages });
  assert.equal(answer.status, 200, answer.text);
};

const tryIt = async ({ call, agent }: ConsoleCalls, body: object = {}): Promise<void> => {
  const answer = await call('POST', `${agent}/try`, { text: 'Hello', ...body });
  assert.equal(answer.status, 200, answer.text);
};

testDrafts(
  'with drafts on, users get the published version until the draft is published',
  async (fixture) => {
    const { service, calls, prompt } = fixture;
    await save(calls, { settings: { prompt: 'Live prompt.' } });
    await ask(service);
    assert.match(prompt(), /Live prompt/);

    assert.equal((await setDrafts(calls, true)).body.draftsEnabled, true);
    assert.deepEqual(stateOf(await save(calls, { settings: { prompt: 'Draft prompt.' } })), [
      3,
      2,
      3,
      'Draft prompt.',
    ]);
    assert.deepEqual(stateOf(await read(calls)), [3, 2, 3, 'Draft prompt.']);
    await ask(service);
    assert.match(prompt(), /Live prompt/);
    await tryIt(calls);
    assert.match(prompt(), /Draft prompt/);
    await tryIt(calls, { version: 2 });
    assert.match(prompt(), /Live prompt/);
    await tryIt(calls, { version: 2, settings: { prompt: 'Unsaved prompt.' } });
    assert.match(prompt(), /Unsaved prompt/);
    assert.equal((await calls.call('POST', `${calls.agent}/try`, { text: 'Hi', version: 9 })).status, 404);

    const published = await act(calls, 'publish', { note: 'A better prompt' });
    assert.equal(published.status, 200, published.text);
    assert.deepEqual(stateOf(published.body), [3, 3, null, 'Draft prompt.']);
    await ask(service);
    assert.match(prompt(), /Draft prompt/);
    const { items } = (await calls.call('GET', `${calls.agent}/versions`)).body;
    assert.deepEqual(
      [items[0].version, items[0].isLive, items[0].note, items[0].publishedBy],
      [3, true, 'A better prompt', 'token preset'],
    );
  },
);

testDrafts('a discarded draft can be restored from its versions', async ({ calls, service, prompt }) => {
  await setDrafts(calls, true);
  await save(calls, { name: 'Draft name', settings: { prompt: 'Draft prompt.' } });
  const discarded = await act(calls, 'discard-draft');
  assert.deepEqual(
    [discarded.body.version, discarded.body.draftVersion, discarded.body.name],
    [1, null, 'Default'],
  );
  await setDrafts(calls, false);
  // Version 2 stays that of the discarded draft.
  assert.deepEqual(stateOf(await save(calls, { settings: { prompt: 'Other.' } })), [3, 3, null, 'Other.']);
  await setDrafts(calls, true);
  const restored = await calls.call('POST', `${calls.agent}/versions/2/restore`, { currentVersion: 3 });
  assert.deepEqual(stateOf(restored.body.agent), [4, 3, 4, 'Draft prompt.']);
  await ask(service);
  assert.match(prompt(), /Other/);
  await act(calls, 'publish');
  await ask(service);
  assert.match(prompt(), /Draft prompt/);
});

testDrafts('conflicting and empty publications are refused', async ({ calls }) => {
  const none = await act(calls, 'publish');
  assert.deepEqual([none.status, none.body.message], [409, 'The agent has no draft to publish']);
  assert.equal((await act(calls, 'discard-draft')).status, 409);
  await setDrafts(calls, true);
  await save(calls, { settings: { prompt: 'One.' } });
  await save(calls, { settings: { prompt: 'Two.' } });
  const stale = await calls.call('POST', `${calls.agent}/publish`, { version: 2 });
  assert.deepEqual([stale.status, /has version 3, not 2/.test(stale.body.message)], [409, true]);
  const off = await setDrafts(calls, false);
  assert.deepEqual([off.status, /publish or discard it/.test(off.body.message)], [409, true]);
  const viewer = await calls.signIn('viewer');
  assert.equal((await viewer('POST', `${calls.agent}/publish`, { version: 3 })).status, 403);
  assert.equal((await viewer('PUT', `${calls.agent}/drafts`, { enabled: false })).status, 403);
  assert.deepEqual(stateOf(await read(calls)), [3, 1, 3, 'Two.']);
});

testDrafts('two operators who save the same draft at once do not overwrite each other', async ({ calls }) => {
  await setDrafts(calls, true);
  const { version } = await save(calls, { settings: { prompt: 'One.' } });
  const answers = await Promise.all(
    ['Two.', 'Three.', 'Four.'].map((prompt) =>
      calls.call('PATCH', calls.agent, { version, settings: { prompt } }),
    ),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
});

testDrafts('the API switch takes effect at once, without a draft', async ({ calls, service }) => {
  await setDrafts(calls, true);
  const saved = await save(calls, { apiEnabled: false });
  assert.deepEqual([saved.apiEnabled, saved.draftVersion, saved.version], [false, null, 1]);
  const agent = await service.app.rooms.agents.find(calls.agentId);
  assert.equal(agent?.apiEnabled, false);
});

testDrafts(
  'a model connection that was deleted since the draft was saved prevents its publication',
  async (fixture) => {
    const { calls } = fixture;
    const connection = await calls.call('POST', `${calls.base}/model-connections`, {
      name: 'Own',
      provider: 'openai',
      baseUrl: 'https://models.example/v1',
      apiKey: 'sk-of-the-test-1234567890',
      headers: {},
      models: [{ name: 'small' }],
    });
    const { id: connectionId } = connection.body;
    await setDrafts(calls, true);
    await save(calls, { settings: { model: { provider: 'connection', connectionId, name: 'small' } } });
    await calls.call('DELETE', `${calls.base}/model-connections/${connectionId}`);
    const refused = await act(calls, 'publish');
    assert.equal(refused.status, 400, refused.text);
    assert.match(refused.body.message, /^settings\.model: /);
  },
);

testDrafts(
  'a receiver that no longer exists is disabled in the version in use and in the draft',
  async (fixture) => {
    const { calls, service } = fixture;
    const url = 'https://hooks.example/a';
    await save(calls, { settings: { webhook: { url } } });
    await setDrafts(calls, true);
    await save(calls, { settings: { prompt: 'Draft prompt.' } });
    const { db, rooms } = service.app;
    await disableAddress(
      { db, agents: rooms.agents },
      { agentId: calls.agentId, target: 'message', url, path: '' },
    );
    const live = (await rooms.agents.findNewest(calls.agentId))!;
    const draft = (await rooms.agents.findEdited(calls.agentId))!;
    assert.deepEqual([live.version, live.settings.webhook.disabled], [4, true]);
    assert.deepEqual(
      [draft.version, draft.settings.webhook.disabled, draft.settings.prompt],
      [5, true, 'Draft prompt.'],
    );
  },
);
