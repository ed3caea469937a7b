import assert from 'node:assert/strict';
import { conversationTypes } from '../../../src/conversations/index.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

const start = Date.UTC(2030, 0, 1);
const clock = createTestClock(start);

const setUp = () => {
  clock.advance(start - clock.nowMs());
  return {
    ...createScriptedModel((request) =>
      JSON.stringify(request.messages).includes('break')
        ? [{ say: 'half' }, { fail: 'cut' }]
        : [{ say: 'Yes.' }],
    ),
    clock,
  };
};

const ask = async ({ call }: TestService, conversation_id: string, text: string) =>
  (await call('POST', '/v1/conversation/message', { conversation_id, text })).body;

const listConversations = async ({ call }: TestService, query: string) => {
  const answer = await call('GET', `/v1/bot/conversation/page?${query}`);
  return {
    ...answer,
    ids: (answer.body.list ?? []).map((item: { conversation_id: string }) => item.conversation_id),
  };
};

testService(
  'conversations with a round are listed with their cost, newest round first',
  setUp,
  async (service) => {
    const [first, second, empty] = [
      await service.newConversation('ada'),
      await service.newConversation('bob'),
      await service.newConversation('eve'),
    ];
    const long = 'Could you please tell me where my order is, because it has not arrived yet?';
    for (const [id, text] of [
      [first, long],
      [second, 'Hi'],
      [first, 'And now?'],
    ] as const) {
      clock.advance(1000);
      await ask(service, id, text);
    }
    const { body, ids } = await listConversations(service, '');
    assert.deepEqual(ids, [first, second]);
    assert.ok(!ids.includes(empty));
    assert.deepEqual(Object.keys(body), ['list', 'total']);
    assert.equal(body.total, 2);
    const [item] = body.list;
    assert.equal(item.user_id, 'ada');
    assert.equal(item.recent_chat_time, start + 3000);
    assert.equal(item.subject, 'Could you please tell me where my order is,');
    assert.equal(item.conversation_type, 'API');
    assert.equal(item.message_count, 2);
    assert.equal(item.cost_credit, 0);
    assert.match(item.bot_id, /^[0-9a-f]{24}$/);
  },
);

const seedConversations = async (
  { app }: TestService,
  rows: { userId: string; channel: string; at: number }[],
) => {
  const agent = await app.db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
  const seeded = rows.map(({ userId, channel, at }, index) => ({
    id: (index + 1).toString(16).padStart(24, '0'),
    workspace_id: agent.workspace_id,
    agent_id: agent.id,
    user_id: userId,
    anonymous_id: null,
    channel,
    subject: 's',
    message_count: 1,
    cost_nano: 1_500_000_000,
    recent_chat_at: at,
    summary: '',
    summary_sequence: 0,
    created_at: at,
  }));
  await app.db.query.insertInto('conversations').values(seeded).execute();
  return seeded.map((row) => row.id);
};

testService(
  'each channel can be listed separately, and other values are rejected',
  setUp,
  async (service) => {
    const ids = await seedConversations(
      service,
      conversationTypes.map((channel, index) => ({ userId: 'ada', channel, at: start + index })),
    );
    assert.equal(conversationTypes.length, 15);
    for (const [index, type] of conversationTypes.entries()) {
      const listed = await listConversations(service, `conversation_type=${type}`);
      assert.deepEqual(listed.ids, [ids[index]]);
      assert.equal(listed.body.total, 1);
      assert.equal(listed.body.list[0].cost_credit, 1.5);
    }
    assert.equal((await listConversations(service, 'conversation_type=ALL&page_size=100')).body.total, 15);
    for (const wrong of ['conversation_type=api', 'conversation_type=ALL,API'])
      assert.equal((await listConversations(service, wrong)).body.code, 40000);
  },
);

testService(
  'users, channels and times filter a listing, and totals count all pages',
  setUp,
  async (service) => {
    const minute = 60_000;
    // Over five hours, to cover whole and partial hours.
    const rows = Array.from({ length: 300 }, (_, index) => ({
      userId: index % 3 === 0 ? 'ada' : 'bob',
      channel: index % 5 === 0 ? 'WIDGET' : 'API',
      at: start + index * minute,
    }));
    const ids = await seedConversations(service, rows);
    const expected = (keep: (row: (typeof rows)[number]) => boolean) =>
      ids.filter((_, index) => keep(rows[index]!)).reverse();
    const check = async (query: string, keep: (row: (typeof rows)[number]) => boolean) => {
      const all = expected(keep);
      const listed = await listConversations(service, `${query}&page_size=7&page=2`);
      assert.equal(listed.body.total, all.length, query);
      assert.deepEqual(listed.ids, all.slice(7, 14), query);
    };
    const [from, to] = [start + 50 * minute, start + 250 * minute];
    const inside = (row: { at: number }) => row.at >= from && row.at <= to;
    await check('', () => true);
    await check('user_id=ada', (row) => row.userId === 'ada');
    await check(
      'user_id=ada&conversation_type=WIDGET',
      (row) => row.userId === 'ada' && row.channel === 'WIDGET',
    );
    await check('conversation_type=API', (row) => row.channel === 'API');
    await check(`start_time=${from}`, (row) => row.at >= from);
    await check(`end_time=${to}`, (row) => row.at <= to);
    await check(`start_time=${from}&end_time=${to}`, inside);
    await check(`start_time=${from / 1000}&end_time=${to / 1000}`, inside);
    await check(
      `start_time=${from}&end_time=${to}&conversation_type=WIDGET`,
      (row) => inside(row) && row.channel === 'WIDGET',
    );
    await check(
      `start_time=${from}&end_time=${to}&user_id=bob`,
      (row) => inside(row) && row.userId === 'bob',
    );
    await check(
      `start_time=${start + minute}&end_time=${start + 20 * minute}`,
      (row) => row.at > start && row.at <= start + 20 * minute,
    );
    await check(
      `start_time=${start + 60 * minute}&end_time=${start + 120 * minute - 1}`,
      (row) => row.at >= start + 60 * minute && row.at < start + 120 * minute,
    );

    await service.app.db.query.deleteFrom('conversations').where('id', '=', ids[100]!).execute();
    await service.app.db.query
      .updateTable('conversations')
      .set({ recent_chat_at: start + 299 * minute, message_count: 2, user_id: 'eve' })
      .where('id', '=', ids[101]!)
      .execute();
    assert.equal((await listConversations(service, `end_time=${to}`)).body.total, 249);
    assert.equal((await listConversations(service, '')).body.total, 299);
    // One of bob's conversations was deleted, another one was assigned to eve.
    assert.equal((await listConversations(service, 'user_id=bob')).body.total, 198);
    assert.deepEqual((await listConversations(service, 'user_id=eve')).ids, [ids[101]]);
    assert.equal((await listConversations(service, 'user_id=nobody')).body.total, 0);
    assert.deepEqual((await listConversations(service, 'page=1000000&page_size=100')).ids, []);
  },
);

testService('limits of the listings apply at both ends', setUp, async (service) => {
  const conversationId = await service.newConversation();
  const limits: [path: string, minimum: number, maximum: number][] = [
    ['/v1/bot/conversation/page?', 1, 100],
    ['/v1/message/qa/record/page?', 10, 100],
    [`/v1/messages?conversation_id=${conversationId}&`, 1, 100],
    [`/v2/messages?conversation_id=${conversationId}&`, 1, 100],
  ];
  for (const [path, minimum, maximum] of limits) {
    const status = async (query: string) => (await service.call('GET', path + query)).status;
    for (const good of [minimum, maximum]) assert.equal(await status(`page_size=${good}`), 200, path);
    for (const bad of [minimum - 1, maximum + 1, 'x', 1.5])
      assert.equal(await status(`page_size=${bad}`), 400, path);
    for (const bad of [0, -1, 'x']) assert.equal(await status(`page=${bad}`), 400, path);
  }
  for (const path of [limits[0]![0], limits[1]![0]]) {
    const status = async (query: string) => (await service.call('GET', path + query)).status;
    assert.equal(await status('start_time=2000000000&end_time=1999999999'), 400);
    assert.equal(await status('start_time=2000000000&end_time=2000000000'), 200);
    assert.equal(await status('start_time=2000000000999&end_time=2000000000'), 200);
    assert.equal(await status('start_time=soon'), 400);
    assert.equal(await status('start_time=-5'), 400);
  }
});

testService(
  'questions and answers are listed by feedback and time of the question',
  setUp,
  async (service) => {
    const conversationId = await service.newConversation('ada');
    const rounds = [];
    for (const text of ['One?', 'Two?', 'Three?', 'break']) {
      clock.advance(60_500);
      rounds.push(await ask(service, conversationId, text));
    }
    await service.call('POST', '/v1/message/feedback', {
      answer_id: rounds[0].answer_id,
      feedback: 'POSITIVE',
    });
    await service.call('POST', '/v1/message/feedback', {
      answer_id: rounds[1].answer_id,
      feedback: 'NEGATIVE',
    });
    const list = async (query: string) =>
      (await service.call('GET', `/v1/message/qa/record/page?${query}`)).body.qa;
    const questions = async (query: string) => (await list(query)).map((item: { q: string }) => item.q);
    assert.deepEqual(await questions(''), ['break', 'Three?', 'Two?', 'One?']);
    assert.deepEqual(await questions('user_feedback=ALL'), ['break', 'Three?', 'Two?', 'One?']);
    assert.deepEqual(await questions('user_feedback=GOOD'), ['One?']);
    assert.deepEqual(await questions('user_feedback=BAD'), ['Two?']);
    assert.deepEqual(await questions('user_feedback=NONE'), ['break', 'Three?']);
    const [item] = await list('user_feedback=GOOD');
    assert.deepEqual(item, {
      id: rounds[0].message_id,
      q_time: Math.floor((start + 60_500) / 1000),
      q: 'One?',
      a: 'Yes.',
      user_feedback: 'GOOD',
      convo_id: conversationId,
      convo_type: 'API',
      aid: rounds[0].answer_id,
      user_id: 'ada',
    });
    assert.deepEqual(await questions(`start_time=${item.q_time}&end_time=${item.q_time}`), ['One?']);
    assert.deepEqual(await questions(`start_time=${start + 60_501}&end_time=${start + 121_000}`), ['Two?']);
    assert.equal(
      (await service.call('GET', '/v1/message/qa/record/page?user_feedback=POSITIVE')).body.code,
      40000,
    );
  },
);

testService(
  'the messages of a conversation are listed oldest first; a failed round shows only its question',
  setUp,
  async (service) => {
    const conversationId = await service.newConversation('ada');
    const first = await ask(service, conversationId, 'Really?');
    await ask(service, conversationId, 'break');
    const sent = await service.call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'See this' },
            {
              type: 'document',
              document: { base64_content: Buffer.from('hello').toString('base64'), name: 'note.txt' },
            },
          ],
        },
      ],
    });
    assert.equal(sent.status, 200, sent.text);
    const list = async (query = '') =>
      (await service.call('GET', `/v2/messages?conversation_id=${conversationId}${query}`)).body;
    const { total, conversation_content: said } = await list();
    assert.equal(total, 5);
    const text = (value: string) => [{ branch_content: [{ type: 'text', text: value }] }];
    assert.deepEqual(said[0], {
      message_id: first.message_id,
      create_time: start,
      role: 'user',
      content: text('Really?'),
    });
    assert.deepEqual(said[1], {
      message_id: first.answer_id,
      parent_message_id: first.message_id,
      create_time: start,
      role: 'assistant',
      content: text('Yes.'),
    });
    assert.deepEqual(said[2].content, text('break'));
    const [words, { url, ...file }] = said[3].content[0].branch_content;
    assert.deepEqual(words, { type: 'text', text: 'See this' });
    assert.deepEqual(file, { type: 'document', text: 'note.txt', name: 'note.txt' });
    assert.match(url, /\/files\/[0-9a-f]{24}\?expires=/);
    assert.equal(said[4].role, 'assistant');
    const page = await list('&page=2&page_size=2');
    assert.deepEqual(page.conversation_content, said.slice(2, 4));
    assert.equal(page.total, 5);
    assert.deepEqual((await list('&page=9')).conversation_content, []);
    const texts = await service.call(
      'GET',
      `/v1/messages?conversation_id=${conversationId}&page=1&page_size=2`,
    );
    assert.deepEqual(texts.body, {
      total: 5,
      messages: [
        {
          message_id: first.message_id,
          parent_message_id: '',
          message_type: 'QUESTION',
          text: 'Really?',
          create_time: start,
        },
        {
          message_id: first.answer_id,
          parent_message_id: first.message_id,
          message_type: 'ANSWER',
          text: 'Yes.',
          create_time: start,
        },
      ],
    });
    for (const path of ['/v1/messages', '/v2/messages']) {
      const unknown = await service.call('GET', `${path}?conversation_id=${'0'.repeat(24)}`);
      assert.equal(unknown.body.code, 40356);
      assert.equal((await service.call('GET', path)).body.code, 40000);
    }
  },
);
