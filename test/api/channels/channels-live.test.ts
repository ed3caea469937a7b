import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type App, createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { conversationOf, listen, openLive, openVisit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { withHandoff } from '../../support/handoff/with-handoff.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { readEvents, testApiKey, testService } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

const textsOf = (events: { type: string; text: string }[]) => events.map(({ type, text }) => [type, text]);

testService(
  'a handoff: request, live messages and end; messages meanwhile are shown once to a returning visitor',
  createScriptedModel,
  (service) =>
    withHandoff(service, {}, async (bench) => {
      const address = await listen(service.app);
      const visit = await openVisit(service, { user_id: 'ada' });
      assert.deepEqual(
        [visit.session.features.handoff, visit.session.features.handoff_needs_email],
        [true, true],
      );
      const conversationId = conversationOf(await visit.send('Hello'));
      const live = await openLive(address, visit, { conversationId });
      await live.until('it says who answers', (events) => events.length > 0);
      assert.deepEqual(live.events[0]!.data, { type: 'status', status: 'agent' });

      const incomplete = await visit.call('POST', '/handoff', { conversation_id: conversationId });
      assert.deepEqual(incomplete.body, { conversation_id: conversationId, status: 'email' });
      const asked = await visit.call('POST', '/handoff', {
        conversation_id: conversationId,
        email: 'ada@example.com',
      });
      assert.deepEqual(asked.body, { conversation_id: conversationId, status: 'waiting' });
      const [establish] = await bench.heard(1);
      assert.deepEqual(
        [establish!.body.email, establish!.body.user_info.user_id],
        ['ada@example.com', 'ada'],
      );
      const written = await visit.send('Anybody there?');
      assert.equal(written.status, 202);
      assert.deepEqual([written.body.conversation_id, written.body.status], [conversationId, 'waiting']);
      await bench.heard(2);
      await bench.reply(conversationId, 'Grace here.');
      assert.deepEqual(textsOf(await live.news(2)), [
        ['message', 'Anybody there?'],
        ['human-message', 'Grace here.'],
      ]);
      await live.until('a person answers', (events) => events.at(-1)!.data.status === 'human');

      // The visitor is offline.
      const { id: lastEventId } = live.events.at(-1)!;
      live.leave();
      await live.ended;
      await bench.reply(conversationId, 'One.');
      const fromOtherTab = await visit.send('Still here');
      assert.equal(fromOtherTab.body.status, 'human');
      await bench.reply(conversationId, 'Two.');
      const back = await openLive(address, visit, { conversationId, lastEventId });
      assert.deepEqual(textsOf(await back.news(3)), [
        ['human-message', 'One.'],
        ['message', 'Still here'],
        ['human-message', 'Two.'],
      ]);
      assert.deepEqual(back.events[0]!.data, { type: 'status', status: 'human' });
      for (const [index, expected] of [
        [1, ['message', 'Still here']],
        [2, ['human-message', 'Two.']],
      ] as const) {
        const from = await openLive(address, visit, {
          conversationId,
          lastEventId: back.events[index]!.id,
        });
        assert.deepEqual(textsOf(await from.news(3 - index))[0], expected);
        from.leave();
      }
      assert.deepEqual(
        (await visit.read(conversationId)).map(({ role, text }) => [role, text]),
        [
          ['user', 'Hello'],
          ['assistant', 'You said: Hello'],
          ['user', 'Anybody there?'],
          ['human', 'Grace here.'],
          ['human', 'One.'],
          ['user', 'Still here'],
          ['human', 'Two.'],
        ],
      );

      const left = await visit.call('POST', '/handoff/leave', { conversation_id: conversationId });
      assert.deepEqual(left.body, { status: 'agent' });
      await back.until('the agent answers again', (events) => events.at(-1)!.data.status === 'agent');
      const { reason, message_id: endId } = back.events.at(-1)!.data;
      assert.equal(reason, 'USER_CLOSED');
      assert.equal((await bench.heard(4)).at(-1)!.body.type, 'USER_CLOSED');
      assert.equal(readEvents((await visit.send('Hello again')).text).at(-1)!.code, 0);
      const askedAgain = await visit.call('POST', '/handoff', { conversation_id: conversationId });
      assert.equal(askedAgain.status, 200);
      await visit.call('POST', '/handoff/leave', { conversation_id: conversationId });
      const later = await visit.read(conversationId);
      assert.deepEqual(
        later.slice(6).map(({ role, text, reason: why = '' }) => [role, text, why]),
        [
          ['human', 'Two.', ''],
          ['notice', '', 'USER_CLOSED'],
          ['user', 'Hello again', ''],
          ['assistant', 'You said: Hello again', ''],
          ['notice', '', 'LEFT'],
        ],
        'the end of the human session keeps its position',
      );
      assert.equal(later[7].id, endId, 'the same id as in the live event');
      const pages: string[] = [];
      for (let before = ''; pages.length < later.length; before = `&before=${pages[0]}`) {
        const path = `/conversations/${conversationId}/messages?limit=1${before}`;
        pages.unshift((await visit.call('GET', path)).body.messages[0].id);
      }
      assert.deepEqual(
        pages,
        later.map(({ id }) => id),
        'page by page and all at once are equal',
      );

      for (const bad of ['x', '1', '-1-1', '1-x'])
        assert.equal(
          (
            await visit.call('GET', `/live?conversation_id=${conversationId}`, undefined, {
              'last-event-id': bad,
            })
          ).status,
          400,
        );
      const sent = ['message.sent', 'ada', 'WIDGET', false];
      assert.deepEqual(
        // The other events of a session depend on when the human service answers.
        (await bench.read(8, ['handoff.waiting', 'handoff.missed'])).map(
          ({ event, user_id, conversation_type, data }) => [
            event,
            user_id,
            conversation_type,
            data.user_proven,
          ],
        ),
        [
          sent,
          ['handoff.started', 'ada', 'WIDGET', undefined],
          sent,
          sent,
          ['handoff.closed', 'ada', 'WIDGET', undefined],
          sent,
          ['handoff.started', 'ada', 'WIDGET', undefined],
          ['handoff.closed', 'ada', 'WIDGET', undefined],
        ],
      );
    }),
);

testService('the stream of an open page ends when its access ends', createScriptedModel, async (service) => {
  const address = await listen(service.app);
  const { remove, agent, call } = await operatorOf(service);
  const openPage = async (introduced: object = {}) => {
    const visit = await openVisit(service, introduced);
    const conversationId = conversationOf(await visit.send('Hello'));
    const live = await openLive(address, visit, { conversationId });
    await live.until('it is open', (events) => events.length > 0);
    return { visit, conversationId, live };
  };
  const switched = await openPage();
  await openVisit(service, { browser_secret: switched.visit.secret, user_id: 'bob' });
  await switched.live.ended;

  const erased = await openPage();
  assert.equal((await remove(`/conversations/${erased.conversationId}`)).status, 200);
  await erased.live.ended;
  assert.equal((await erased.visit.send('Hello?', { conversation_id: erased.conversationId })).status, 404);
  assert.equal((await erased.visit.send('Hello?')).status, 200, 'the visitor can start a new conversation');

  const off = await openPage({ channel: 'EMBED' });
  await service.configure({
    channels: { enabled: { share: true, embed: false, widget: true, liveChat: true, search: false } },
  });
  await off.live.ended;
  assert.equal((await off.visit.send('Hello?')).status, 404);
  assert.equal((await openVisit(service, { channel: 'EMBED' })).status, 404);
  assert.equal((await service.call('GET', `/embed/${off.visit.agentId}`)).status, 404);
  assert.notEqual((await service.call('GET', `/embed/${off.visit.agentId}?channel=widget`)).status, 404);

  const deleted = await openPage();
  assert.equal((await call('DELETE', agent)).status, 204);
  await deleted.live.ended;
  assert.equal((await deleted.visit.send('Hello?')).status, 410);
  assert.equal((await openVisit(service, { agentId: deleted.visit.agentId })).status, 410);
  assert.equal((await service.call('GET', `/share/${deleted.visit.agentId}`)).status, 410);
  for (const id of ['f'.repeat(24), 'x', '..%2f..'])
    assert.equal((await openVisit(service, { agentId: id })).status, 404);
});

test('messages of a person through one process reach pages of another at once', {
  skip: skipWithout('postgres'),
}, async () => {
  const database = await createMigratedDatabase();
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'frontdesk-pages-')));
  const { models } = createScriptedModel();
  const start = (folder: string): Promise<App> =>
    createApp({
      config: loadConfig(
        {
          DATABASE_URL: database.url,
          FRONTDESK_DATA_DIR: folder,
          FRONTDESK_API_KEY: testApiKey,
          FRONTDESK_SECRET_KEY: testSecretKey,
        },
        'none',
      ),
      log: createLogger('silent'),
      models,
      embedders: wordEmbedders(),
    });
  const apps = [await start(folders[0]!), await start(folders[1]!)] as [App, App];
  try {
    const serviceOf = (app: App) => ({
      app,
      call: async (
        method: string,
        url: string,
        body?: unknown,
        { key = testApiKey as string | null } = {},
      ) => {
        const response = await app.server.inject({
          method: method as 'GET',
          url,
          headers: {
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
            'content-type': 'application/json',
          },
          payload: JSON.stringify(body ?? {}),
        });
        const isJson = String(response.headers['content-type']).startsWith('application/json');
        return {
          status: response.statusCode,
          headers: response.headers,
          text: response.body,
          body: isJson ? JSON.parse(response.body) : undefined,
        };
      },
    });
    const [here, there] = [serviceOf(apps[0]), serviceOf(apps[1])];
    const visit = await openVisit(here as never);
    const conversationId = conversationOf(await visit.send('Hello'));
    const live = await openLive(await listen(apps[0]), visit, { conversationId });
    const { agents, handoff } = apps[1].rooms;
    const agent = (await agents.find(visit.agentId))!;
    agent.settings.humanService.baseUrl = 'http://127.0.0.1:9/desk';
    await apps[1].db.transaction((tx) => handoff.start(tx, { agent, conversationId, trigger: 'operator' }));
    for (const text of ['One.', 'Two.', 'Three.'])
      await handoff.receive(agent, { conversationId, text, timestamp: Date.now() });
    const heard = () => live.events.filter(({ data }) => data.type === 'human-message');
    await live.until('all is heard', () => heard().length >= 3);
    assert.deepEqual(
      heard().map(({ data }) => data.text),
      ['One.', 'Two.', 'Three.'],
    );
    await live.until('a person answers', (events) => events.some(({ data }) => data.status === 'human'));
    // A token is valid in every process, and ends in all of them.
    await openVisit(there as never, { browser_secret: visit.secret, user_id: 'bob' });
    await live.ended;
    await eventually('the token has ended', async () => (await visit.send('Hello?')).status === 401);
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
