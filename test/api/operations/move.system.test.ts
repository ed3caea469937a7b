import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createTestDatabase } from '../../support/databases/postgres.ts';
import { createFlowAgent, edge, reply, start } from '../../support/flows/flow-agent.ts';
import { type HandoffBench, withHandoff } from '../../support/handoff/with-handoff.ts';
import { addTexts } from '../../support/knowledge/documents.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { status } from '../../support/servers/receiver.ts';
import { createCommandLine } from '../../support/service/command-line.ts';
import {
  type TestService,
  testApiKey,
  testOperatorToken,
  withService,
} from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { tableCalls } from '../../support/tables/table-calls.ts';

const scripted = createScriptedModel(() => [{ say: 'Noted, thank you.' }]);
const phrases = ['talk to a human'];

const ask = async ({ call }: TestService, conversation_id: string, content: string, key = testApiKey) => {
  const body = { conversation_id, messages: [{ role: 'user', content }] };
  const answer = await call('POST', '/v2/conversation/message', body, { key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

/** One of everything that the service stores. */
const fill = async (service: TestService, bench: HandoffBench) => {
  const { call } = service;
  await service.configure({ memory: { shortTermTokens: 60 } });
  const talk = await service.newConversation('ada');
  await ask(service, talk, 'My favourite composer is Clara Schumann.');
  for (let round = 0; round < 6; round++)
    await ask(service, talk, `Tell me something about subject number ${round}, please.`);
  const attached = { base64_content: Buffer.from('# Prices\n\nTea costs 3.').toString('base64') };
  const withFile = await call('POST', '/v2/conversation/message', {
    conversation_id: talk,
    messages: [
      { role: 'user', content: [{ type: 'document', document: { ...attached, name: 'prices.md' } }] },
    ],
  });
  assert.equal(withFile.status, 200, withFile.text);
  const documents = await addTexts(service, [
    { name: 'hours.txt', text: 'The library opens at nine in the morning.' },
    { name: 'parking.txt', text: 'Parking is free on Sundays, also for visitors of the library.' },
  ]);
  const tables = tableCalls(service);
  const table = await tables.create('orders', [
    { name: 'number', type: 'INT', required: true, unique: true },
    { name: 'city', type: 'TEXT' },
    { name: 'price', type: 'FLOAT' },
    { name: 'paid', type: 'BOOLEAN' },
  ]);
  await tables.add(table, [
    { number: 1, city: 'Zürich', price: 0.1, paid: true },
    { number: 2, city: '東京都', price: -2.5e10, paid: false },
    { number: 3, city: null, price: null, paid: null },
  ]);
  const flow = await createFlowAgent(service);
  await flow.publish({
    nodes: [start, reply('greet', 'Welcome to the flow.')],
    edges: [edge('start', 'greet')],
  });
  bench.desk.answerWith(status(503));
  const handedOver = await service.newConversation('eve');
  await bench.send(handedOver, 'I want to talk to a human');
  const [waiting] = await bench.heard(1);
  return { talk, documents, table, flow, handedOver, waitingId: waiting!.id };
};

/** Responses that developers and operators get. */
const readEverything = async (service: TestService, filled: Awaited<ReturnType<typeof fill>>) => {
  const { call } = service;
  const read = async (path: string, options = {}) => (await call('GET', path, undefined, options)).body;
  const tables = tableCalls(service);
  const found = (await call('POST', '/v1/vector/match', { prompt: 'when does the library open' })).body;
  return {
    conversations: await read('/v1/bot/conversation/page'),
    ofAda: await read('/v1/bot/conversation/page?user_id=ada'),
    qa: await read('/v1/message/qa/record/page'),
    messages: await read(`/v2/messages?conversation_id=${filled.talk}`),
    documents: await read(`/v1/bot/data/detail/list?data_ids=${filled.documents.join(',')}`),
    found: found.list.map(({ content, data_id }: { content: string; data_id: string }) => [content, data_id]),
    byKeyword: await tables.page(filled.table, { keyword: '京' }),
    byFilter: await tables.page(filled.table, { filter: { paid: true } }),
    absent: await tables.page(filled.table, { filter: { city: null } }),
    agents: await read(`/console/api/workspaces/${filled.flow.workspaceId}/agents`, {
      key: testOperatorToken,
    }),
  };
};

const use = async (service: TestService, bench: HandoffBench, filled: Awaited<ReturnType<typeof fill>>) => {
  const { call, app } = service;
  // The waiting call is sent with its old id, and its human session continues.
  bench.desk.answerWith(status(200));
  const replayed = await call(
    'POST',
    `/console/api/workspaces/${filled.flow.workspaceId}/deliveries/replay`,
    { status: 'pending' },
    { key: testOperatorToken },
  );
  assert.equal(replayed.status, 200, replayed.text);
  const heard = await bench.heard(2);
  assert.deepEqual([heard[1]!.call, heard[1]!.id], ['establish', filled.waitingId]);
  assert.equal((await bench.reply(filled.handedOver, 'Here I am.')).status, 200);

  await ask(service, filled.talk, 'Which composer did I mention?');
  assert.match(JSON.stringify(scripted.requests.at(-1)), /Clara Schumann/);
  const conversation = (await call('POST', '/v1/conversation', { user_id: 'bob' }, { key: filled.flow.key }))
    .body.conversation_id;
  const { output } = await ask(service, conversation, 'Hello', filled.flow.key);
  assert.equal(output[0].content.text, 'Welcome to the flow.');
  const { id } = await app.db.query
    .selectFrom('files')
    .select('id')
    .where('name', '=', 'prices.md')
    .executeTakeFirstOrThrow();
  assert.equal(Buffer.from(await app.rooms.files.read(id)).toString(), '# Prices\n\nTea costs 3.');
  await tableCalls(service).add(filled.table, [{ number: 4, city: 'Oslo' }]);
  assert.equal((await tableCalls(service).page(filled.table, { filter: {} })).total_count, 4);
  const [later] = await addTexts(service, [{ name: 'pool.txt', text: 'The swimming pool is heated.' }]);
  const found = (await call('POST', '/v1/vector/match', { prompt: 'is the swimming pool heated' })).body;
  assert.equal(found.list[0].data_id, later);
};

test('a service moved to PostgreSQL shows and finds the same, and continues where it stopped', {
  skip: skipWithout('postgres'),
}, async (context) => {
  const { url, drop } = await createTestDatabase();
  const { models } = scripted;
  await withService('sqlite', { models }, (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const filled = await fill(service, bench);
      await service.app.rooms.jobs.idle();
      const before = await readEverything(service, filled);
      await service.app.close();
      const { run } = createCommandLine(context, { FRONTDESK_DATA_DIR: service.folder });
      const moved = await run(['move', '--to', url]);
      assert.equal(moved.code, 0, moved.errors);
      const config = loadConfig(
        {
          FRONTDESK_DATA_DIR: service.folder,
          FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
          FRONTDESK_ADMIN_TOKEN: testOperatorToken,
          DATABASE_URL: url,
          FRONTDESK_SECRET_KEY: testSecretKey,
        },
        'no-such-file.yaml',
      );
      service.app = await createApp({
        config,
        models,
        log: createLogger('silent'),
        embedders: wordEmbedders(),
      });
      assert.deepEqual(await readEverything(service, filled), before);
      await use(service, bench, filled);
    }),
  );
  await drop();
});
