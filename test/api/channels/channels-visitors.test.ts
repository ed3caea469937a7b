import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationOf, openVisit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { tablesHolding } from '../../support/databases/search-everything.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { readEvents, testService, withService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** The first bytes of a Windows program. */
const program = Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 0xff, 0xff, 0xfe, 0x80, 0, 0xc3]).toString(
  'base64',
);
const minuteMs = 60_000;

testService(
  'no data of an erased visitor is left, whether they sent a message or not',
  createScriptedModel,
  async (service) => {
    const webhook = await startReceiver((_call, response) => response.writeHead(503).end());
    try {
      await service.configure({ webhook: { url: webhook.url } });
      const { remove } = await operatorOf(service);
      const { db, rooms } = service.app;
      const silent = await openVisit(service, {
        user_id: 'canary-silent',
        email: 'canary-silent@example.com',
      });
      for (const name of ['page_opened', 'widget_opened', 'widget_closed'])
        assert.equal((await silent.call('POST', '/events', { name })).status, 200);
      // Events without a conversation are delivered in any order.
      const findOpened = () =>
        webhook.calls.map(({ body }) => JSON.parse(body)).find(({ event }) => event === 'page.opened');
      await eventually('the first event was tried', () => findOpened() !== undefined);
      const { user_id, conversation_id, anonymous_id, conversation_type } = findOpened();
      assert.deepEqual(
        [user_id, conversation_id, anonymous_id, conversation_type],
        ['canary-silent', '', '', 'WIDGET'],
      );
      assert.deepEqual(await tablesHolding(db, 'canary-silent'), [
        'deliveries.body',
        'visitors.email',
        'visitors.user_id',
      ]);
      assert.equal((await remove('/user?userId=canary-silent')).status, 200);
      assert.deepEqual(await tablesHolding(db, 'canary-silent'), []);
      assert.equal((await silent.call('GET', '/conversations')).status, 401);

      const guest = await openVisit(service, { channel: 'EMBED', email: 'canary-guest@example.com' });
      const { anonymous_id: name } = guest.session.visitor;
      const said = await guest.send('canary-guest speaks', {
        files: [{ name: 'canary-guest.txt', base64_content: base64('canary-guest') }],
      });
      const [, answer] = await guest.read(conversationOf(said));
      const rating = { rating: 'BAD', reason: 'OTHER', comment: 'canary-guest wrote this' };
      assert.equal((await guest.call('POST', `/answers/${answer.answer_id}/feedback`, rating)).status, 200);
      const [, rated] = await guest.read(conversationOf(said));
      assert.deepEqual(
        [rated.feedback, rated.feedback_reason, rated.feedback_comment],
        Object.values(rating),
      );
      await guest.call('POST', '/events', { name: 'widget_opened' });
      assert.equal((await remove(`/user?userId=${name}`)).status, 200);
      await rooms.jobs.idle();
      for (const trace of [name, 'canary-guest']) assert.deepEqual(await tablesHolding(db, trace), []);
      assert.equal((await remove('/user?userId=canary-silent')).status, 404);
    } finally {
      await webhook.close();
    }
  },
);

test('a new conversation starts after an hour without messages, and not before', () => {
  const clock = createTestClock();
  return withService('sqlite', { ...createScriptedModel(), clock }, async (service) => {
    const visit = await openVisit(service);
    const first = conversationOf(await visit.send('One'));
    clock.advance(59 * minuteMs);
    assert.equal(conversationOf(await visit.send('Two')), first);
    clock.advance(60 * minuteMs - 1);
    assert.equal(conversationOf(await visit.send('Three', { conversation_id: first })), first);
    clock.advance(60 * minuteMs);
    const again = await openVisit(service, { browser_secret: visit.secret });
    assert.equal(again.session.conversation, null);
    // A page that was left open names the conversation it shows.
    const second = conversationOf(await visit.send('Four', { conversation_id: first }));
    assert.notEqual(second, first);
    assert.equal(conversationOf(await visit.send('Five', { conversation_id: first })), second);
    assert.deepEqual(await visit.listed(), [second, first]);
    clock.advance(1);
    const anew = (await visit.call('POST', '/conversations')).body.conversation_id;
    assert.equal((await visit.call('POST', '/conversations')).body.conversation_id, anew);
    clock.advance(1);
    assert.equal(conversationOf(await visit.send('Six')), anew);
    const pages = [
      await visit.call('GET', '/conversations?limit=2'),
      await visit.call('GET', `/conversations?limit=2&before=${second}`),
    ].map(({ body }) => [body.conversations.map((one: { subject: string }) => one.subject), body.more]);
    assert.deepEqual(pages, [
      [['Six', 'Four'], true],
      [['One'], false],
    ]);
    // Pages start with the newest, each page is oldest first.
    const shown: string[] = [];
    for (let before = ''; ; ) {
      const path = `/conversations/${first}/messages?limit=2${before && `&before=${before}`}`;
      const { body } = await visit.call('GET', path);
      shown.unshift(...body.messages.map((one: { text: string }) => one.text));
      if (!body.more) break;
      before = body.messages[0].id;
    }
    assert.deepEqual(shown, ['One', 'You said: One', 'Two', 'You said: Two', 'Three', 'You said: Three']);
    // Tokens expire.
    clock.advance(24 * 60 * minuteMs);
    assert.equal((await visit.send('Seven')).status, 401);
    // Visitors without a message are deleted.
    await openVisit(service);
    const count = async () =>
      (await service.app.db.query.selectFrom('visitors').select('id').execute()).length;
    assert.equal(await count(), 2);
    clock.advance(31 * 24 * 60 * minuteMs);
    await service.app.rooms.channels.sweep(clock.nowMs());
    assert.equal(await count(), 1);
    assert.deepEqual(await service.app.db.query.selectFrom('visitor_tokens').select('sha256').execute(), []);
  });
});

test('files of visitors are limited and detected by their bytes; replies are rated and stopped', () => {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { models } = createScriptedModel((request) =>
    JSON.stringify(request.messages).includes('slowly')
      ? [{ say: 'Well, ' }, { wait: held }, { say: 'never said' }]
      : [{ say: 'Fine.' }],
  );
  return withService('sqlite', { models }, async (service) => {
    const visit = await openVisit(service);
    const bad: [object, string][] = [
      [{}, 'text or files'],
      [{ text: ' ' }, 'text or files'],
      [{ text: 5 }, 'text'],
      [{ files: [{ name: 'x.png', base64_content: program }] }, 'files[0]'],
      [{ files: [{ name: 'x.exe', base64_content: program }] }, 'files[0]'],
      [{ files: [{ name: 'x.txt', base64_content: '***' }] }, 'files[0].base64_content'],
      [
        { files: Array.from({ length: 10 }, () => ({ name: 'x.txt', base64_content: base64('x') })) },
        'files',
      ],
    ];
    for (const [body, field] of bad) {
      const refused = await visit.call('POST', '/messages', body);
      assert.equal(refused.status, 400, JSON.stringify(body));
      assert.ok(refused.body.message.includes(field), refused.body.message);
    }
    const sent = await visit.send('See this', {
      files: [{ name: '<b>notes</b>.txt', base64_content: base64('The lamp is blue.') }],
    });
    const conversationId = conversationOf(sent);
    const [question, answer] = await visit.read(conversationId);
    assert.deepEqual([question.files[0].name, question.files[0].kind], ['<b>notes</b>.txt', 'document']);
    const file = await service.call('GET', question.files[0].url, undefined, { key: null });
    assert.deepEqual([file.status, file.text], [200, 'The lamp is blue.']);
    assert.match(String(file.headers['content-disposition']), /^attachment/);
    for (const rating of ['GOOD', 'BAD', 'NONE']) {
      const rated = await visit.call('POST', `/answers/${answer.answer_id}/feedback`, { rating });
      assert.equal(rated.status, 200);
      assert.equal((await visit.read(conversationId))[1].feedback, rating);
    }
    assert.equal((await visit.call('POST', `/answers/${answer.answer_id}/feedback`, {})).status, 400);

    const slow = visit.send('Tell me slowly');
    let messageId = '';
    await eventually('it runs', async () => {
      const shown = await visit.read(conversationId);
      messageId = shown.find(({ status }) => status === 'running')?.message_id ?? '';
      return messageId !== '';
    });
    const stopped = await visit.call('POST', `/messages/${messageId}/stop`);
    assert.deepEqual([stopped.status, stopped.body], [200, { message_id: messageId }]);
    const events = readEvents((await slow).text);
    assert.equal(events.at(-1)!.code, 0);
    release();
    const resumed = await visit.call('GET', `/messages/${messageId}/stream`, undefined, {
      'last-event-id': '1',
    });
    assert.deepEqual(readEvents(resumed.text), events.slice(1));
    assert.equal((await visit.read(conversationId)).at(-1).status, 'stopped');

    await service.configure({ channels: { messagesPerMinute: 3, sessionsPerMinutePerAddress: 3 } });
    const eager = await openVisit(service);
    const statuses: number[] = [];
    for (let count = 1; count <= 4; count += 1) statuses.push((await eager.send('Hi')).status);
    assert.deepEqual(statuses, [200, 200, 200, 429]);
    const tooMany = await eager.send('Hi');
    assert.deepEqual([tooMany.body.code, Number(tooMany.headers['retry-after']) > 0], [40008, true]);
    assert.equal((await visit.send('Hi')).status, 200, 'other visitors are not limited');
    const opened: number[] = [];
    for (let count = 1; count <= 3; count += 1) opened.push((await openVisit(service)).status);
    assert.equal(opened.at(-1), 429);
  });
});

test('pages are framed only where the agent allows it, and errors are clear', () =>
  withService('sqlite', {}, async (service) => {
    const { agentId } = await openVisit(service);
    await service.configure({
      allowedOrigins: ['https://shop.example', 'not an origin; x'],
      channels: { imageHosts: ['img.example'] },
    });
    const get = (url: string) => service.call('GET', url, undefined, { key: null });
    const ancestorsOf = async (url: string) =>
      /frame-ancestors ([^;]*)/.exec(String((await get(url)).headers['content-security-policy']))?.[1];
    const isBuilt = (await get(`/share/${agentId}`)).status === 200;
    if (isBuilt) {
      assert.equal(await ancestorsOf(`/share/${agentId}`), "'none'");
      assert.equal(await ancestorsOf(`/embed/${agentId}?user_id=ada`), "'self' https://shop.example");
      const page = await get(`/embed/${agentId}`);
      const policy = String(page.headers['content-security-policy']);
      assert.match(policy, /script-src 'self';/);
      assert.doesNotMatch(policy, /unsafe/);
      assert.match(policy, /img-src [^;]*https:\/\/img\.example/);
      assert.doesNotMatch(page.text, /<script(?![^>]*\ssrc=)|<style|\son\w+=/i, 'nothing inline');
    }
    const missing = await get(`/share/${'f'.repeat(24)}`);
    assert.deepEqual([missing.status, missing.headers['content-type']], [404, 'text/html; charset=utf-8']);
    const inChinese = await service.call('GET', `/share/${'f'.repeat(24)}`, undefined, {
      key: null,
      headers: { 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' },
    });
    assert.match(inChinese.text, /lang="zh-Hans".*这里没有聊天/);
    assert.equal((await get('/embed/%3Cscript%3E')).text.includes('<script>'), false);
    assert.equal((await get('/widget.js')).headers['content-type'], 'text/javascript; charset=utf-8');
  }));
