import assert from 'node:assert/strict';
import type { Database } from '../../../src/db/index.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';

const phrases = ['talk to a human'];

const stateOf = async ({ query }: Database) => ({
  sessions: await query.selectFrom('human_sessions').selectAll().orderBy('id').execute(),
  messages: await query.selectFrom('human_messages').selectAll().orderBy('position').execute(),
  deliveries: await query.selectFrom('deliveries').select('id').orderBy('id').execute(),
});

testService(
  'invalid calls of a human service are rejected with a clear code and change nothing',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const open = await service.newConversation();
      await bench.send(open, 'talk to a human');
      await bench.heard(1);
      await service.app.rooms.jobs.idle();
      const quiet = await service.newConversation();
      const unknown = 'f'.repeat(24);
      const good = { conversation_id: open, timestamp: Date.now(), body: 'Hello' };
      const receive = '/v1/human/message/receive';
      const before = await stateOf(service.app.db);
      const refused: [path: string, body: unknown, status: number, code: number, text: RegExp][] = [
        [receive, { ...good, conversation_id: unknown }, 404, 40356, /./],
        [receive, { ...good, conversation_id: 'nonsense' }, 404, 40356, /./],
        [receive, { ...good, conversation_id: quiet }, 400, 40000, /no open human-service session/],
        [receive, { ...good, conversation_id: '' }, 400, 40000, /conversation_id/],
        [receive, { ...good, body: '' }, 400, 40000, /body/],
        [receive, { ...good, body: ' \n ' }, 400, 40000, /body/],
        [receive, { ...good, body: null }, 400, 40000, /body/],
        [receive, { ...good, body: { text: 'Hello' } }, 400, 40000, /body/],
        [receive, { ...good, body: 'a\u0000b' }, 400, 40000, /body/],
        [receive, { ...good, body: 'x'.repeat(1_000_000) }, 400, 40000, /body/],
        [
          receive,
          { ...good, body: 'x'.repeat(1024 * 1024) },
          400,
          40000,
          /body must have at most 65536 characters/,
        ],
        [receive, { ...good, timestamp: undefined }, 400, 40000, /timestamp/],
        [receive, { ...good, timestamp: '5' }, 400, 40000, /timestamp/],
        [receive, { ...good, timestamp: -1 }, 400, 40000, /timestamp/],
        [receive, { ...good, timestamp: 1.5 }, 400, 40000, /timestamp/],
        [receive, { ...good, timestamp: 1e30 }, 400, 40000, /timestamp/],
        [receive, [], 400, 40000, /./],
        ['/v1/human/close', { conversation_id: quiet, timestamp: 1 }, 400, 40000, /no open/],
        ['/v1/human/close', { conversation_id: unknown, timestamp: 1 }, 404, 40356, /./],
        ['/v1/human/close', { conversation_id: open }, 400, 40000, /timestamp/],
        ['/v1/human/leave', { conversation_id: quiet }, 400, 40000, /no open/],
        ['/v1/human/leave', {}, 400, 40000, /conversation_id/],
      ];
      for (const [path, body, status, code, text] of refused) {
        const answer = await service.call('POST', path, body);
        const what = `${path} ${JSON.stringify(body).slice(0, 120)}`;
        assert.deepEqual([answer.status, answer.body.code], [status, code], what);
        assert.match(answer.body.message, text, what);
      }
      assert.deepEqual(await stateOf(service.app.db), before);
    }),
);

testService('the key of another agent changes nothing', createScriptedModel, (service) =>
  withHandoff(service, { phrases }, async (bench) => {
    const conversation_id = await service.newConversation();
    await bench.send(conversation_id, 'talk to a human');
    await bench.heard(1);
    const { app } = service;
    await app.rooms.jobs.idle();
    const { workspace_id } = await app.db.query
      .selectFrom('conversations')
      .select('workspace_id')
      .executeTakeFirstOrThrow();
    const foreign = await app.rooms.workspaces.create(app.db.query, { name: 'Foreign' });
    const before = await stateOf(app.db);
    for (const [workspaceId, status, code] of [
      [workspace_id, 403, 40358],
      [foreign.id, 404, 40356],
    ] as const) {
      const agent = await app.db.transaction((tx) =>
        app.rooms.agents.create(tx, { workspaceId, name: 'Other' }),
      );
      const { key } = await app.db.transaction((tx) =>
        app.rooms.apiKeys.create(tx, { agentId: agent.id, name: 'k', expiresAtMs: null }),
      );
      for (const [path, body] of [
        ['/v1/human/message/receive', { conversation_id, timestamp: 1, body: 'Hi' }],
        ['/v1/human/close', { conversation_id, timestamp: 1 }],
        ['/v1/human/leave', { conversation_id }],
      ] as const) {
        const answer = await service.call('POST', path, body, { key });
        assert.deepEqual([answer.status, answer.body.code], [status, code], path);
      }
    }
    assert.deepEqual((await stateOf(app.db)).sessions, before.sessions);
    assert.deepEqual((await stateOf(app.db)).messages, before.messages);
    assert.equal(
      (await service.call('POST', '/v1/human/leave', { conversation_id }, { key: null })).status,
      401,
    );
  }),
);

testService(
  'a repeated reply is sent once; any timestamps are accepted and not interpreted',
  createScriptedModel,
  (service) =>
    withHandoff(service, { phrases }, async (bench) => {
      const conversation = await service.newConversation();
      await bench.send(conversation, 'talk to a human');
      await bench.heard(1);
      for (const timestamp of [1_700_000_000_000, 1_700_000_000_000, 0, 9_999_999_999_999])
        assert.equal((await bench.reply(conversation, 'Hello', timestamp)).status, 200);
      const keyed = { conversation_id: conversation, timestamp: 7, body: 'By key' };
      for (let times = 0; times < 2; times++) {
        const headers = { 'idempotency-key': 'k1' };
        const answer = await service.call('POST', '/v1/human/message/receive', keyed, { headers });
        assert.deepEqual([answer.status, answer.body], [200, { code: 0, message: 'OK' }]);
      }
      await bench.read(4);
      await service.app.rooms.jobs.idle();
      assert.deepEqual(
        (await bench.read(4)).map((body) => body.output[0].content.text),
        ['Hello', 'Hello', 'Hello', 'By key'],
      );
    }),
);

testService('the URLs of an agent can be tested', createScriptedModel, (service) =>
  withHandoff(service, {}, async (bench) => {
    bench.desk.answerWith((_call, response) => response.writeHead(404).end());
    const { status, body } = await service.call('POST', '/v1/webhook/check');
    assert.equal(status, 200);
    assert.deepEqual(
      body.results.map(({ latency_ms, ...rest }: { latency_ms: number }) => {
        assert.ok(latency_ms >= 0);
        return rest;
      }),
      [
        { type: 'message', webhook_url: bench.user.url, reachable: true, http_status: 200 },
        { type: 'human_service', webhook_url: bench.desk.url, reachable: true, http_status: 404 },
      ],
    );
    await service.configure({
      webhook: { url: 'http://127.0.0.1:9/nobody' },
      humanService: { baseUrl: null },
    });
    const unreachable = (await service.call('POST', '/v1/webhook/check')).body.results;
    assert.equal(unreachable.length, 1);
    assert.deepEqual([unreachable[0].reachable, unreachable[0].http_status], [false, null]);
  }),
);
