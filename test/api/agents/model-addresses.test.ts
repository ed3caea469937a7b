import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, withService } from '../../support/service/service.ts';

const noAllowList = { FRONTDESK_EGRESS_ALLOW: '' };
const openai = (baseUrl: string) => ({ provider: 'openai' as const, baseUrl, name: 'm' });

const ask = async (service: TestService) => {
  const conversation_id = await service.newConversation();
  const messages = [{ role: 'user', content: 'Hello' }];
  return service.call('POST', '/v2/conversation/message', { conversation_id, messages });
};

const save = async (service: TestService, settings: object) => {
  const { agent, call } = await openConsoleCalls(service);
  const { version } = (await call('GET', agent)).body;
  return call('PATCH', agent, { version, settings });
};

test("the installation's own model server may be private, also for agents that name its address", async () => {
  const server = await startModelServer();
  const environment = { ...noAllowList, FRONTDESK_MODEL_BASE_URL: server.url, FRONTDESK_MODEL_NAME: 'm' };
  try {
    await withService('sqlite', { environment }, async (service) => {
      assert.equal((await ask(service)).body.output[0].content.text, 'All is well.');
      const same = await save(service, { model: { ...openai(`${server.url}/`), name: 'other' } });
      assert.equal(same.status, 200, same.text);
      assert.equal((await ask(service)).body.output[0].content.text, 'All is well.');
      const calls = server.calls;
      const other = new URL('/admin', server.url).href;
      for (const field of ['model', 'fallbackModel']) {
        const refused = await save(service, { [field]: openai(other) });
        assert.equal(refused.status, 400);
        assert.match(
          refused.body.message,
          new RegExp(`^settings\\.${field}\\.baseUrl: .*FRONTDESK_EGRESS_ALLOW`),
        );
      }
      assert.equal(server.calls, calls);
    });
  } finally {
    await server.close();
  }
});

test('a private address stored by an earlier version, or a name that resolves to one, is not called', async () => {
  const inside = await startReceiver((_call, response) => response.writeHead(500).end('inside'));
  try {
    await withService('sqlite', { environment: noAllowList }, async (service) => {
      for (const host of ['127.0.0.1', 'localhost', 'models.localhost']) {
        const url = new URL(inside.url);
        url.hostname = host;
        await service.configure({ model: openai(url.href) });
        assert.equal((await ask(service)).status, 500);
      }
      assert.deepEqual(inside.calls, []);
    });
  } finally {
    await inside.close();
  }
});

const metadataAddresses = [
  'http://169.254.169.254/latest/meta-data',
  'http://169.254.0.1/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[fe80::1]/',
  'http://[fd00:ec2::254]/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
];

test('link-local and metadata addresses are rejected in every spelling, whatever the list allows', async () => {
  const environment = {
    FRONTDESK_EGRESS_ALLOW: '0.0.0.0/0,::/0,169.254.169.254,169.254.0.0/16,fe80::/10,fd00:ec2::254',
  };
  await withService('sqlite', { environment }, async (service) => {
    const { base, call } = await openConsoleCalls(service);
    for (const address of metadataAddresses) {
      const places = [
        { model: openai(address) },
        { webhook: { url: address } },
        { tools: { mcp: [{ name: 'm', url: address }] } },
      ];
      for (const settings of places) {
        const saved = await save(service, settings);
        assert.equal(saved.status, 400, `${address} ${JSON.stringify(settings)}`);
        assert.match(saved.body.message, /link-local or cloud metadata address, which is never called/);
      }
      const tried = await call('POST', `${base}/models/test`, { model: openai(address) });
      assert.equal(tried.status, 400, address);
    }
  });
});

test('a connection test shows the status of an internal server and nothing of its response', async () => {
  const inside = await startReceiver((_call, response) =>
    response
      .writeHead(404, { 'content-type': 'application/json' })
      .end('{"error":{"message":"inside-text"}}'),
  );
  const own = { FRONTDESK_MODEL_BASE_URL: inside.url, FRONTDESK_MODEL_NAME: 'm' };
  try {
    await withService('sqlite', { environment: { ...noAllowList, ...own } }, async (service) => {
      const { base, call } = await openConsoleCalls(service);
      for (const body of [{}, { model: openai(inside.url) }]) {
        const tried = await call('POST', `${base}/models/test`, body);
        assert.equal(tried.body.reason, 'HTTP 404: the server has no such path or model');
        assert.ok(!tried.text.includes('inside-text'));
      }
    });
    await withService('sqlite', {}, async (service) => {
      const { base, call } = await openConsoleCalls(service);
      const tried = await call('POST', `${base}/models/test`, { model: openai(inside.url) });
      assert.equal(tried.body.reason, 'HTTP 404: inside-text', 'the list allows this address');
    });
  } finally {
    await inside.close();
  }
});
