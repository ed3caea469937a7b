import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ConsoleCalls, openConsoleCalls } from '../../support/console/console-calls.ts';
import { tablesHolding } from '../../support/databases/search-everything.ts';
import { type ModelServer, startModelServer } from '../../support/models/model-server.ts';
import { type TestService, testService, withService } from '../../support/service/service.ts';

const apiKey = 'sk-connection-key-of-the-test-9999';
const headerSecret = 'gateway-secret-of-the-test-8888';

const fields = (baseUrl: string) => ({
  name: 'Own server',
  provider: 'openai',
  baseUrl,
  apiKey,
  headers: { 'X-Gateway': headerSecret },
  models: [
    { name: 'small', price: { inputPerMillion: '3', outputPerMillion: '15' }, contextTokens: 8000 },
    { name: 'large' },
  ],
});

const add = async ({ call, base }: ConsoleCalls, body: object) => {
  const answer = await call('POST', `${base}/model-connections`, body);
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
};

const choose = async ({ call, agent }: ConsoleCalls, settings: object) => {
  const { version } = (await call('GET', agent)).body;
  return call('PATCH', agent, { version, settings });
};

const ask = async (service: TestService) => {
  const conversation_id = await service.newConversation();
  const messages = [{ role: 'user', content: 'Hello' }];
  return service.call('POST', '/v2/conversation/message', { conversation_id, messages });
};

const reference = (connectionId: string, name: string) => ({ provider: 'connection', connectionId, name });

const withServer = async (work: (server: ModelServer) => Promise<void>): Promise<void> => {
  const server = await startModelServer();
  try {
    await work(server);
  } finally {
    await server.close();
  }
};

testService('an agent uses a model of a connection at its price', {}, (service) =>
  withServer(async (server) => {
    const console = await openConsoleCalls(service);
    const { id } = await add(console, fields(server.url));
    const chosen = await choose(console, {
      model: reference(id, 'small'),
      // Applies only to models without a price of their own.
      prices: { textInputPerMillion: '100', textOutputPerMillion: '100' },
    });
    assert.equal(chosen.status, 200, chosen.text);
    const { body } = await ask(service);
    assert.equal(body.output[0].content.text, 'All is well.');
    // The server reports 10 prompt tokens and 3 completion tokens.
    assert.equal(body.usage.credits.text_input_credits, 0.00003);
    assert.equal(body.usage.credits.text_output_credits, 0.000045);
    assert.deepEqual(server.authorizations, [`Bearer ${apiKey}`]);
    const [entry] = await service.app.db.query.selectFrom('ledger_entries').selectAll().execute();
    assert.deepEqual([entry!.model, entry!.credits_nano], ['small', 75_000]);

    await choose(console, { model: reference(id, 'large') });
    assert.equal((await ask(service)).body.usage.credits.total_credits, 0.0013);
  }),
);

test('a fallback model is charged at its own price', () =>
  withService('sqlite', {}, (service) =>
    withServer(async (server) => {
      const console = await openConsoleCalls(service);
      const closed = await startModelServer();
      await closed.close();
      const { id: downId } = await add(console, { ...fields(closed.url), name: 'Down' });
      const { id } = await add(console, fields(server.url));
      await choose(console, { model: reference(downId, 'large'), fallbackModel: reference(id, 'small') });
      const { body } = await ask(service);
      assert.equal(body.output[0].content.text, 'All is well.');
      assert.equal(body.usage.credits.total_credits, 0.000075);
    }),
  ));

test('a credit balance limits models by their own price', () =>
  withService('sqlite', {}, (service) =>
    withServer(async (server) => {
      const console = await openConsoleCalls(service);
      const { id } = await add(console, fields(server.url));
      await choose(console, { model: reference(id, 'small'), maxOutputTokens: 1000 });
      const workspaces = service.app.db.query.updateTable('workspaces');
      // 1000 output tokens would cost 15,000,000 nano credits.
      await workspaces.set({ balance_nano: 14_000_000 }).execute();
      assert.equal((await ask(service)).status, 402);
      assert.equal(server.calls, 0);
      await workspaces.set({ balance_nano: 20_000_000 }).execute();
      assert.equal((await ask(service)).status, 200);
      const { balance_nano, reserved_nano } = await service.app.db.query
        .selectFrom('workspaces')
        .selectAll()
        .executeTakeFirstOrThrow();
      assert.deepEqual([balance_nano, reserved_nano], [20_000_000 - 75_000, 0]);
    }),
  ));

testService(
  'secrets of a connection are encrypted, never returned, and kept when they are omitted',
  {},
  (service) =>
    withServer(async (server) => {
      const console = await openConsoleCalls(service);
      const { call, base } = console;
      const created = await add(console, fields(server.url));
      assert.equal(created.apiKey, '••••9999');
      assert.deepEqual(created.headers, { 'X-Gateway': '••••8888' });
      const path = `${base}/model-connections/${created.id}`;

      const renamed = await call('PATCH', path, { version: 1, name: 'Renamed', apiKey: '••••9999' });
      assert.equal(renamed.status, 200, renamed.text);
      assert.equal(renamed.body.version, 2);
      const models = [...created.models, { name: 'third' }];
      const widened = await call('PATCH', path, { version: 2, models });
      assert.equal(widened.status, 200, widened.text);
      assert.equal((await call('PATCH', path, { version: 2, name: 'Late' })).status, 409);

      const test = { provider: 'openai', baseUrl: server.url, model: 'small', connectionId: created.id };
      const trial = await call('POST', `${base}/model-connections/test`, test);
      assert.equal(trial.body.ok, true, trial.text);
      const names = await call('POST', `${base}/model-connections/names`, { ...test, model: undefined });
      assert.deepEqual(names.body, { names: ['large', 'small'], reason: null });
      assert.deepEqual(server.authorizations, Array(2).fill(`Bearer ${apiKey}`));

      // Another server must not get the stored key.
      const other = new URL(server.url);
      other.hostname = 'models.example.com';
      for (const [method, where, body] of [
        ['PATCH', path, { version: 3, baseUrl: other.href }],
        ['POST', `${base}/model-connections/test`, { ...test, baseUrl: other.href }],
        ['POST', `${base}/model-connections/names`, { ...test, model: undefined, baseUrl: other.href }],
      ] as const) {
        const refused = await call(method, where, body);
        assert.equal(refused.status, 400);
        assert.match(refused.body.message, /apiKey must be entered again/);
      }

      const list = await call('GET', `${base}/model-connections`);
      const audit = await call('GET', '/console/api/audit');
      assert.ok(audit.text.includes('model-connection.update'));
      for (const secret of [apiKey, headerSecret]) {
        assert.deepEqual(await tablesHolding(service.app.db, secret), []);
        for (const { text } of [list, audit, renamed, widened, trial, names])
          assert.ok(!text.includes(secret));
      }

      const without = await call('PATCH', path, { version: 3, apiKey: null, headers: {} });
      assert.deepEqual([without.body.apiKey, without.body.headers], [null, {}]);
    }),
);

testService('a connection that is in use cannot be deleted', {}, (service) =>
  withServer(async (server) => {
    const console = await openConsoleCalls(service);
    const { call, base, agent } = console;
    const { id, models } = await add(console, fields(server.url));
    const path = `${base}/model-connections/${id}`;
    await choose(console, { fallbackModel: reference(id, 'small') });
    const { items } = (await call('GET', `${base}/model-connections`)).body;
    assert.deepEqual(
      items[0].usedBy.map(({ agentName }: { agentName: string }) => agentName),
      ['Default'],
    );
    const refused = await call('DELETE', path);
    assert.equal(refused.status, 409);
    assert.match(refused.body.message, /"Default"/);
    const onlyLarge = await call('PATCH', path, { version: 1, models: [models[1]] });
    assert.equal(onlyLarge.status, 409);
    const onlySmall = await call('PATCH', path, { version: 1, models: [models[0]] });
    assert.equal(onlySmall.status, 200, onlySmall.text);

    await choose(console, { fallbackModel: null });
    await call('PUT', `${base}/default-model`, { model: reference(id, 'small') });
    assert.match((await call('DELETE', path)).body.message, /default model/);
    assert.equal((await ask(service)).body.output[0].content.text, 'All is well.');
    await call('PUT', `${base}/default-model`, { model: { provider: 'embedded' } });
    const calls = server.calls;
    assert.equal((await ask(service)).status, 200);
    assert.equal(server.calls, calls);
    assert.equal((await call('DELETE', path)).status, 204);

    // Stored by a process that did not see the deletion yet.
    await service.configure({ model: { provider: 'connection', connectionId: id, name: 'small' } });
    assert.equal((await ask(service)).status, 500);
    const trace = (await call('GET', `${agent}/conversations`)).body.items[0];
    assert.ok(trace);
    assert.equal((await choose(console, { prompt: 'Other' })).status, 200);
  }),
);

test('flows use the models of connections, and only existing ones can be published', () =>
  withServer((server) =>
    withService('sqlite', {}, async (service) => {
      const console = await openConsoleCalls(service);
      const { call, base } = console;
      const { id } = await add(console, fields(server.url));
      const made = await call('POST', `${base}/agents`, { name: 'Flow', kind: 'flow' });
      const flow = `${base}/agents/${made.body.id}/flow`;
      const graph = (name: string) => ({
        nodes: [
          { id: 'start', type: 'start', name: 'Start' },
          {
            id: 'model',
            type: 'model',
            name: 'Model',
            prompt: 'Answer',
            saveAs: 'answer',
            model: reference(id, name),
          },
          { id: 'reply', type: 'reply', name: 'Reply', text: '{{answer}}' },
        ],
        edges: [
          { from: 'start', to: 'model' },
          { from: 'model', to: 'reply' },
        ],
      });
      const save = async (name: string) => {
        const { revision = 0 } = (await call('GET', flow)).body ?? {};
        return call('PUT', flow, { graph: graph(name), revision });
      };
      const publish = async () => {
        const { revision } = (await call('GET', flow)).body;
        return call('POST', `${flow}/publish`, { note: '', revision });
      };
      assert.equal((await save('missing')).status, 200);
      const refused = await publish();
      assert.match(
        refused.body.message,
        /node "model" \(Model\): model: the connection ".+" of this workspace has no model "missing"/,
      );
      await save('small');
      assert.equal((await publish()).status, 200);
      const { key } = (await call('POST', `${base}/agents/${made.body.id}/keys`, { name: 'Test' })).body;
      const send = (url: string, body: object) => service.call('POST', url, body, { key });
      const { conversation_id } = (await send('/v1/conversation', { user_id: 'ada' })).body;
      const messages = [{ role: 'user', content: 'Hello' }];
      const { body } = await send('/v2/conversation/message', { conversation_id, messages });
      assert.equal(body.output[0].content.text, 'All is well.');
      assert.equal(body.usage.credits.total_credits, 0.000075);
      assert.match((await call('DELETE', `${base}/model-connections/${id}`)).body.message, /"Flow"/);
    }),
  ));

test('hostile addresses, headers and fields are refused, and viewers cannot change connections', () =>
  withService('sqlite', { environment: { FRONTDESK_EGRESS_ALLOW: '' } }, async (service) => {
    const console = await openConsoleCalls(service);
    const { call, base, signIn } = console;
    const good = fields('https://models.example.com/v1');
    const refuse = async (body: object, problem: RegExp) => {
      const answer = await call('POST', `${base}/model-connections`, body);
      assert.equal(answer.status, 400, answer.text);
      assert.match(answer.body.message, problem);
    };
    for (const baseUrl of [
      'http://169.254.169.254/v1',
      'http://[fd00:ec2::254]/v1',
      'http://127.0.0.1:9/v1',
      'http://localhost/v1',
      'http://10.0.0.1/v1',
      'https://user:password@models.example.com/v1',
      'file:///etc/passwd',
      'ftp://models.example.com',
      `https://models.example.com/${'x'.repeat(2000)}`,
    ])
      await refuse({ ...good, baseUrl }, /baseUrl/);
    await refuse({ ...good, baseUrl: null }, /baseUrl is required/);
    await refuse({ ...good, headers: { 'X Y': 'v' } }, /"X Y" is not a valid header name/);
    await refuse({ ...good, headers: { 'X-Y': 'a\r\nX-Z: b' } }, /headers\.X-Y/);
    await refuse({ ...good, apiKey: 'a\r\nX-Z: b' }, /apiKey/);
    await refuse({ ...good, apiKey: '••••9999' }, /apiKey is masked/);
    await refuse({ ...good, models: [] }, /models/);
    await refuse({ ...good, models: [{ name: 'm' }, { name: 'm' }] }, /models\[1\]\.name: "m"/);
    await refuse(
      { ...good, models: [{ name: 'm', price: { inputPerMillion: '-1', outputPerMillion: '1' } }] },
      /models/,
    );
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, 'v']));
    await refuse({ ...good, headers: many }, /headers/);
    await refuse({ ...good, provider: 'embedded' }, /provider/);
    assert.deepEqual((await call('GET', `${base}/model-connections`)).body.items, []);

    const { id } = await add(console, good);
    assert.equal((await call('POST', `${base}/model-connections`, good)).status, 409);
    const [viewer, path] = [await signIn('viewer'), `${base}/model-connections/${id}`];
    assert.equal((await viewer('GET', `${base}/model-connections`)).body.items[0].apiKey, '••••9999');
    assert.equal((await viewer('POST', `${base}/model-connections`, good)).status, 403);
    assert.equal((await viewer('PATCH', path, { version: 1, name: 'Mine' })).status, 403);
    assert.equal((await viewer('DELETE', path)).status, 403);
    assert.equal((await viewer('PUT', `${base}/default-model`, { model: null })).status, 403);
    assert.equal((await choose(console, { model: reference(id, 'unknown') })).status, 400);
    const inserted = await service.app.db.query.selectFrom('model_connections').selectAll().execute();
    for (let index = 1; index < 50; index += 1)
      await service.app.db.query
        .insertInto('model_connections')
        .values({ ...inserted[0]!, id: `id-${index}`, name: `Connection ${index}` })
        .execute();
    const full = await call('POST', `${base}/model-connections`, { ...good, name: 'One more' });
    assert.deepEqual([full.status, /at most 50/.test(full.body.message)], [409, true]);
  }));
