import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const scripted = () => createScriptedModel();

const send = ({ call }: TestService, conversationId: string, more: object = {}) =>
  call('POST', '/v2/conversation/message', {
    conversation_id: conversationId,
    messages: [{ role: 'user', content: 'Hi' }],
    ...more,
  });

const roundCount = async ({ app }: TestService): Promise<number> =>
  (await app.db.query.selectFrom('rounds').select('id').execute()).length;

testService('every validation error names its field and stores nothing', scripted, async (service) => {
  const { call, newConversation } = service;
  const id = await newConversation();
  const text = (content: unknown) => [{ role: 'user', content }];
  const cases: [name: string, body: object, message: RegExp][] = [
    ['no conversation_id', { messages: text('x') }, /^conversation_id is required$/],
    [
      'null conversation_id',
      { conversation_id: null, messages: text('x') },
      /^conversation_id must be a string$/,
    ],
    [
      'blank conversation_id',
      { conversation_id: ' ', messages: text('x') },
      /^conversation_id must not be blank$/,
    ],
    [
      'number as conversation_id',
      { conversation_id: 5, messages: text('x') },
      /^conversation_id must be a string$/,
    ],
    [
      'unknown mode',
      { conversation_id: id, response_mode: 'sse', messages: text('x') },
      /^response_mode must be one of blocking, streaming, webhook$/,
    ],
    ['no messages', { conversation_id: id }, /^messages is required$/],
    ['empty messages', { conversation_id: id, messages: [] }, /^messages must not be empty$/],
    [
      'wrong role',
      { conversation_id: id, messages: [{ role: 'system', content: 'x' }] },
      /^messages\[0\]\.role must be one of/,
    ],
    [
      'assistant last',
      {
        conversation_id: id,
        messages: [
          { role: 'user', content: 'x' },
          { role: 'assistant', content: 'y' },
        ],
      },
      /^messages must end with/,
    ],
    [
      'blank content',
      { conversation_id: id, messages: text('  ') },
      /^messages\[0\]\.content must contain text or a file$/,
    ],
    ['no parts', { conversation_id: id, messages: text([]) }, /^messages\[0\]\.content must contain/],
    [
      'unknown part',
      { conversation_id: id, messages: text([{ type: 'video' }]) },
      /^messages\[0\]\.content\[0\]\.type must be one of/,
    ],
    [
      'both url and base64',
      {
        conversation_id: id,
        messages: text([{ type: 'image', image: { url: 'http://x/y', base64_content: 'aGk=' } }]),
      },
      /image must have url or base64_content, not both$/,
    ],
    [
      'neither url nor base64',
      { conversation_id: id, messages: text([{ type: 'image', image: {} }]) },
      /image must have url or base64_content$/,
    ],
    [
      'base64 that is not',
      { conversation_id: id, messages: text([{ type: 'image', image: { base64_content: '§§§' } }]) },
      /image\.base64_content must be base64$/,
    ],
    [
      'a switch that is no boolean',
      { conversation_id: id, messages: text('x'), conversation_config: { short_term_memory: 'yes' } },
      /short_term_memory must be true or false$/,
    ],
    [
      'group_ids that is no list',
      { conversation_id: id, messages: text('x'), conversation_config: { knowledge: { group_ids: 'a' } } },
      /group_ids must be a list$/,
    ],
    ['NUL in the text', { conversation_id: id, messages: text('a\u0000b') }, /NUL/],
    ['half a character', { conversation_id: id, messages: text('a\ud800b') }, /surrogate/],
    [
      'webhook mode without an address',
      { conversation_id: id, messages: text('x'), response_mode: 'webhook' },
      /webhook address/,
    ],
  ];
  for (const [name, body, message] of cases) {
    const answer = await call('POST', '/v2/conversation/message', body);
    assert.equal(answer.status, 400, name);
    assert.equal(answer.body.code, 40000, name);
    assert.match(answer.body.message, message, name);
  }
  assert.equal(await roundCount(service), 0);
});

testService('version 1 rejects what it does not support', scripted, async (service) => {
  const { call, newConversation } = service;
  const id = await newConversation();
  const file = { base64_content: 'aGVsbG8=', name: 'a.txt' };
  const cases: [body: object, message: RegExp][] = [
    [{ conversation_id: id }, /^text or files is required/],
    [{ conversation_id: id, text: ' ' }, /^text or files is required/],
    [{ conversation_id: id, text: '', files: [] }, /^text or files is required/],
    [{ conversation_id: id, text: 5 }, /^text must be a string$/],
    [
      { conversation_id: id, files: Array.from({ length: 10 }, () => file) },
      /^files must have at most 9 items$/,
    ],
    [
      { conversation_id: id, files: [{ ...file, url: 'http://x' }] },
      /^files\[0\] must have url or base64_content, not both$/,
    ],
    [
      { conversation_id: id, files: [{ ...file, width: 0, height: 1 }] },
      /^files\[0\]\.width must be at least 1$/,
    ],
    [
      { conversation_id: id, text: 'x', knowledge: { data_ids: 'a' } },
      /^knowledge\.data_ids must be a list$/,
    ],
  ];
  for (const [body, message] of cases) {
    const answer = await call('POST', '/v1/conversation/message', body);
    assert.equal(answer.body.code, 40000, JSON.stringify(body));
    assert.match(answer.body.message, message);
  }
  assert.equal(await roundCount(service), 0);
});

testService('null means absent in every optional field', scripted, async (service) => {
  const answer = await send(service, await service.newConversation(), {
    response_mode: null,
    conversation_config: {
      short_term_memory: null,
      long_term_memory: null,
      knowledge: { group_ids: null, data_ids: null },
    },
    unknown_field: 'ignored',
  });
  assert.equal(answer.status, 200);
});

testService(
  'a key that is missing, malformed or unknown is 40127 before anything else is checked',
  scripted,
  async ({ call }) => {
    for (const headers of [
      {},
      { authorization: 'Basic abc' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer app-unknown' },
    ]) {
      const answer = await call('POST', '/v2/conversation/message', '{broken', {
        key: null,
        headers: headers as Record<string, string>,
      });
      assert.equal(answer.status, 401);
      assert.equal(answer.body.code, 40127);
      assert.equal(answer.headers['www-authenticate'], 'Bearer');
    }
  },
);

testService(
  'an unknown conversation is 40356, one of another agent 40358, one of another workspace 40356',
  scripted,
  async (service) => {
    const { app, newConversation } = service;
    const { agents, apiKeys } = app.rooms;
    const own = await app.db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
    const makeAgent = (workspaceId: string, key: string) =>
      app.db.transaction(async (tx) => {
        const agent = await agents.create(tx, { workspaceId, name: 'Other' });
        await apiKeys.create(tx, { agentId: agent.id, name: 'x', key });
      });
    await makeAgent(own.workspace_id, 'app-another-agent-of-the-same-workspace');
    await app.db.query
      .insertInto('workspaces')
      .values({ id: 'f'.repeat(24), name: 'Other', balance_nano: null, reserved_nano: 0, created_at: 0 })
      .execute();
    await makeAgent('f'.repeat(24), 'app-an-agent-of-another-workspace');
    const conversationId = await newConversation();
    const ask = (id: string, key?: string) =>
      service.call(
        'POST',
        '/v2/conversation/message',
        { conversation_id: id, messages: [{ role: 'user', content: 'x' }] },
        key ? { key } : {},
      );

    for (const unknown of ['0'.repeat(24), 'not-an-id', 'Ａ'.repeat(24)]) {
      const answer = await ask(unknown);
      assert.equal(answer.status, 404);
      assert.equal(answer.body.code, 40356);
    }
    const sibling = await ask(conversationId, 'app-another-agent-of-the-same-workspace');
    assert.equal(sibling.status, 403);
    assert.equal(sibling.body.code, 40358);
    const stranger = await ask(conversationId, 'app-an-agent-of-another-workspace');
    assert.equal(stranger.status, 404);
    assert.equal(stranger.body.code, 40356);
  },
);

testService(
  'an agent whose API switch is off answers 20055, a deleted one 20059 or, on create, 40378',
  scripted,
  async (service) => {
    const { call, configure, newConversation, app } = service;
    const id = await newConversation();
    await configure({}, { apiEnabled: false });
    const off = await send(service, id);
    assert.equal(off.status, 403);
    assert.equal(off.body.code, 20055);
    const agent = await app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    await app.rooms.agents.remove(app.db.query, agent.id);
    const deleted = await send(service, id);
    assert.equal(deleted.status, 410);
    assert.equal(deleted.body.code, 20059);
    const created = await call('POST', '/v1/conversation', { user_id: 'x' });
    assert.equal(created.status, 410);
    assert.equal(created.body.code, 40378);
  },
);

testService('the question may have exactly as many tokens as the agent allows', scripted, async (service) => {
  const { configure, newConversation } = service;
  await configure({ questionTokenLimit: 5 });
  const id = await newConversation();
  // " hello" is one token of o200k_base, "hello" at the start another.
  const words = (count: number) => Array.from({ length: count }, () => 'hello').join(' ');
  assert.equal((await send(service, id, { messages: [{ role: 'user', content: words(5) }] })).status, 200);
  const tooLong = await send(service, id, { messages: [{ role: 'user', content: words(6) }] });
  assert.equal(tooLong.status, 413);
  assert.equal(tooLong.body.code, 20040);
  // Turns from the developer do not count.
  const history = [
    { role: 'user', content: words(50) },
    { role: 'assistant', content: words(50) },
    { role: 'user', content: words(5) },
  ];
  assert.equal((await send(service, id, { messages: history })).status, 200);
});

testService(
  'a text of 10 MB and 10,000 messages are rejected or answered, never dropped',
  scripted,
  async (service) => {
    const id = await service.newConversation();
    const long = await send(service, id, {
      messages: [{ role: 'user', content: 'word '.repeat(2 * 1024 * 1024) }],
    });
    assert.equal(long.body.code, 20040);
    const many = Array.from({ length: 9_999 }, (_, index) => ({
      role: index % 2 ? 'assistant' : 'user',
      content: 'x',
    }));
    const answer = await send(service, id, { messages: [...many, { role: 'user', content: 'last' }] });
    assert.equal(answer.status, 200);
  },
);

testService(
  'a failing model is 50000 with a fixed text',
  () => createScriptedModel(() => [{ fail: 'unreachable' }]),
  async (service) => {
    const answer = await send(service, await service.newConversation());
    assert.equal(answer.status, 500);
    assert.equal(answer.body.code, 50000);
    assert.equal(answer.body.message, 'Internal system error');
  },
);
