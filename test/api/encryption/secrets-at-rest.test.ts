import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { tablesHolding } from '../../support/databases/search-everything.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { createCommandLine } from '../../support/service/command-line.ts';
import { type TestService, testService, withService } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

const secrets = {
  model: 'sk-model-at-rest-1111',
  modelHeader: 'model-header-at-rest-2222',
  fallback: 'sk-fallback-at-rest-3333',
  tool: 'tool-header-at-rest-4444',
  mcp: 'mcp-header-at-rest-5555',
  webhook: 'webhook-token-at-rest-6666',
  signing: `whsec_${Buffer.from('signing at rest, 32 bytes long..').toString('base64')}`,
  human: 'human-token-at-rest-7777',
  humanSigning: `whsec_${Buffer.from('human signing, 32 bytes long....').toString('base64')}`,
  identity: 'identity-secret-at-rest-8888-of-32-bytes',
};

const settingsFor = (address: string) => ({
  model: {
    provider: 'openai',
    baseUrl: `${address}/v1`,
    name: 'm',
    apiKey: secrets.model,
    headers: { 'X-Gateway': secrets.modelHeader },
  },
  fallbackModel: { provider: 'anthropic', name: 'm', apiKey: secrets.fallback },
  tools: {
    http: [
      {
        name: 'orders',
        description: 'Orders',
        method: 'GET',
        url: `${address}/orders`,
        headers: { Authorization: `Bearer ${secrets.tool}` },
      },
    ],
    mcp: [{ name: 'wiki', url: `${address}/mcp`, headers: { 'X-Key': secrets.mcp } }],
  },
  webhook: {
    url: address,
    authorization: { scheme: 'Bearer', token: secrets.webhook },
    signingSecrets: [secrets.signing],
  },
  humanService: {
    baseUrl: address,
    authorization: { scheme: 'Basic', token: secrets.human },
    signingSecrets: [secrets.humanSigning],
  },
  channels: { identitySecret: secrets.identity },
});

/** Files of the data folder that contain the text, including database files. */
const rawFilesHolding = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .filter((path) => readFileSync(join(folder, path)).includes(text));

const store = async (service: TestService, address: string): Promise<void> => {
  const { agent, call } = await openConsoleCalls(service);
  const read = async () => (await call('GET', agent)).body;
  const patch = { version: (await read()).version, settings: settingsFor(address) };
  const saved = await call('PATCH', agent, patch);
  assert.equal(saved.status, 200, saved.text);
  assert.ok(saved.text.includes('••••1111'));
  // A second change leaves the old row in the file, and a copied agent has the secrets too.
  const renamed = await call('PATCH', agent, { version: (await read()).version, name: 'Renamed' });
  assert.equal(renamed.status, 200, renamed.text);
  assert.equal((await call('POST', `${agent}/duplicate`, { name: 'Copy' })).status, 201);
};

/** Every response of another server that could contain a secret and is stored. */
const use = async (service: TestService): Promise<void> => {
  const conversation_id = await service.newConversation();
  const sent = await service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode: 'webhook',
    messages: [{ role: 'user', content: 'Where is my order?' }],
  });
  assert.equal(sent.status, 200, sent.text);
  const { db } = service.app;
  await eventually(
    'the reply is delivered',
    async () =>
      (await db.query.selectFrom('delivery_attempts').select('url').executeTakeFirst()) !== undefined,
  );
  // Creates the secret that signs links.
  await service.app.rooms.sharedFiles.link('000000000000000000000000');
};

const { models } = createScriptedModel((_request, call) =>
  call % 2 === 1 ? [{ call: { id: 'c', name: 'orders', argumentsText: '{}' } }] : [{ say: 'On its way.' }],
);

testService('no secret is stored in plain text, wherever it goes', { models }, async (service) => {
  const echo = await startReceiver((call, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(call.headers)),
  );
  try {
    await store(service, echo.url);
    await use(service);
    assert.ok(echo.calls.some(({ headers }) => headers.authorization === `Bearer ${secrets.tool}`));
    assert.ok(echo.calls.some(({ headers }) => headers.authorization === `Bearer ${secrets.webhook}`));
    // The response itself was stored, so the check is not empty.
    assert.notDeepEqual(await tablesHolding(service.app.db, '[secret]'), []);
    for (const secret of Object.values(secrets)) {
      assert.deepEqual(await tablesHolding(service.app.db, secret), []);
      assert.deepEqual(rawFilesHolding(service.folder, secret), []);
      const plain = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
      if (secret.startsWith('whsec_'))
        assert.deepEqual(await tablesHolding(service.app.db, plain.toString()), []);
    }
    const link = await service.app.db.query
      .selectFrom('service_secrets')
      .selectAll()
      .executeTakeFirstOrThrow();
    assert.match(link.value, /^v1:[0-9a-f]{16}:/);
    await service.restart();
    const agents = await service.app.db.query.selectFrom('agents').select('id').execute();
    for (const { id } of agents) {
      const { settings } = (await service.app.rooms.agents.find(id))!;
      const read = JSON.stringify(settings);
      for (const secret of Object.values(secrets)) assert.ok(read.includes(secret));
    }
  } finally {
    await echo.close();
  }
});

test('the command line shows the key id, and a backup says whether it has the key', async (context) => {
  await withService('sqlite', { models }, async (service) => {
    const settings = { FRONTDESK_DATA_DIR: service.folder, FRONTDESK_SECRET_KEY: testSecretKey };
    const { run, folder } = createCommandLine(context, settings);
    const status = await run(['secrets', 'status']);
    assert.equal(status.code, 0, status.errors);
    const [, keyId] = /Database uses: ([0-9a-f]{16})/.exec(status.out)!;
    assert.match(status.out, new RegExp(`agents +${keyId} +1`));
    assert.match((await run(['doctor'])).out, new RegExp(`ok +Secret key +${keyId}`));
    const running = await run(['secrets', 'rotate']);
    assert.equal(running.code, 1);
    assert.match(running.errors, /in use by process/);

    const [plain, withKey] = [join(folder, 'plain'), join(folder, 'with-key')];
    assert.match((await run(['backup', plain])).out, new RegExp(`key ${keyId}, which is not in the backup`));
    assert.match((await run(['backup', withKey, '--with-key'])).out, /The backup contains the key/);
    assert.deepEqual(readdirSync(plain).sort(), ['frontdesk.sqlite', 'manifest.json']);
    assert.equal(statSync(join(withKey, 'secret.key')).mode & 0o777, 0o600);

    const other = createCommandLine(context);
    const without = await other.run(['restore', plain]);
    assert.equal(without.code, 0, without.errors);
    assert.match(without.out, new RegExp(`encrypted with key ${keyId}, but .* does not exist`));
    const doctor = await other.run(['doctor']);
    assert.equal(doctor.code, 1);
    assert.match(doctor.out, new RegExp(`fail +Secret key +key ${keyId} is missing`));
    const brought = await other.run(['restore', withKey, '--force']);
    assert.equal(brought.code, 0, brought.errors);
    assert.doesNotMatch(brought.out, /does not start without the key/);
    assert.match((await other.run(['doctor'])).out, new RegExp(`ok +Secret key +${keyId}`));
    const rotated = await other.run(['secrets', 'rotate']);
    assert.equal(rotated.code, 0, rotated.errors);
    assert.match(rotated.out, new RegExp(`before: ${keyId}`));
    assert.match((await other.run(['secrets', 'discard'])).errors, /use --force/);
  });
});
