import assert from 'node:assert/strict';
import { listen } from '../../support/channels/visitor.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { ask, path, roundsOf, user } from '../../support/openai/chat-calls.ts';
import { weatherTool } from '../../support/openai/weather-model.ts';
import { testApiKey, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const echo = createScriptedModel();
const shape = { models: echo.models };

testService('without a conversation each call opens one for its user', shape, async (service) => {
  const first = await ask(service, { messages: [user('Hello')], user: 'ada' });
  const second = await ask(service, { messages: [user('Hello')] });
  const third = await ask(service, { messages: [user('Hello')] });
  const rounds = await roundsOf(service);
  assert.equal(new Set(rounds.map((round) => round.conversation_id)).size, 3);
  assert.equal(rounds[0]!.conversation_id, first.metadata.conversation_id);
  assert.equal(rounds[0]!.user_id, 'ada');
  assert.match(rounds[1]!.user_id, /^api-/);
  assert.notEqual(rounds[1]!.user_id, rounds[2]!.user_id, 'anonymous callers share no memory');
  assert.notEqual(second.metadata.conversation_id, third.metadata.conversation_id);
});

testService(
  'a named conversation is remembered, unless the call has its own history',
  shape,
  async (service) => {
    const { metadata } = await ask(service, { messages: [user('I am Ada')], user: 'ada' });
    await ask(service, { messages: [user('Who am I?')], metadata, user: 'ada' });
    const texts = () => JSON.stringify(echo.requests.at(-1)!.messages);
    assert.ok(texts().includes('I am Ada'));
    await ask(service, {
      messages: [user('I am Bob'), { role: 'assistant', content: 'Hello Bob' }, user('And now?')],
      metadata,
    });
    assert.ok(texts().includes('Hello Bob') && !texts().includes('I am Ada'));
    const [round] = await roundsOf(service);
    assert.equal(round!.conversation_id, metadata.conversation_id);
    const other = await service.call('POST', path, { messages: [user('Hi')], metadata, user: 'eve' });
    assert.deepEqual([other.status, other.body.error.code], [403, 'conversation_mismatch']);
  },
);

testService('system messages are added to the prompt of the agent', shape, async (service) => {
  await service.configure({ prompt: 'You sell pens.' });
  await ask(service, {
    messages: [
      { role: 'system', content: 'Speak like a pirate.' },
      { role: 'developer', content: [{ type: 'text', text: 'Be brief.' }] },
      user('Hello'),
    ],
  });
  const [system] = echo.requests.at(-1)!.messages;
  assert.ok(system?.role === 'system');
  assert.match(
    system.text,
    /^You sell pens\.\n\nInstructions of the application.*\nSpeak like a pirate\.\n\nBe brief\./s,
  );
});

const refusals: [string, object, number, string, string | null][] = [
  ['no messages', {}, 400, 'messages is required', 'messages'],
  [
    'no user',
    { messages: [{ role: 'system', content: 'x' }] },
    400,
    'messages must contain a message of the user',
    'messages',
  ],
  [
    'empty',
    { messages: [user(' ')] },
    400,
    'messages[0].content must contain text or a file',
    'messages[0].content',
  ],
  [
    'assistant last',
    { messages: [user('a'), { role: 'assistant', content: 'b' }] },
    400,
    'messages must end with a message of the user or with results of tools',
    'messages',
  ],
  ['n', { messages: [user('a')], n: 2 }, 400, 'n must be 1: the agent gives one answer', 'n'],
  [
    'form',
    { messages: [user('a')], response_format: { type: 'json_object' } },
    400,
    'response_format.type must be text: the agent decides the form of its answers',
    'response_format.type',
  ],
  [
    'user',
    { messages: [user('a')], user: 'x'.repeat(33) },
    400,
    'user must have at most 32 characters',
    'user',
  ],
  [
    'part',
    { messages: [{ role: 'user', content: [{ type: 'video' }] }] },
    400,
    'messages[0].content[0].type must be text, image_url, input_audio or file, or in responses input_text, output_text, input_image or input_file',
    'messages[0].content[0].type',
  ],
  [
    'data URL',
    {
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'data:image/png;base64,???' } }] },
      ],
    },
    400,
    'messages[0].content[0].image_url must be base64',
    'messages[0].content[0].image_url',
  ],
  [
    'file URL',
    {
      messages: [
        { role: 'user', content: [{ type: 'image_url', image_url: { url: 'file:///etc/passwd' } }] },
      ],
    },
    400,
    'messages[0].content[0].image_url.url must be an http or https URL',
    'messages[0].content[0].image_url.url',
  ],
  [
    'result without call',
    { messages: [user('a'), { role: 'tool', tool_call_id: 'x', content: 'b' }] },
    400,
    'messages[1].content must be the result of a call in the message of the assistant before it',
    'messages[1].content',
  ],
  [
    'call without result',
    {
      messages: [
        user('a'),
        {
          role: 'assistant',
          tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }],
        },
        user('b'),
      ],
    },
    400,
    'messages[2].content must come after the result of the call x',
    'messages[2].content',
  ],
  [
    'tool name',
    { messages: [user('a')], tools: [{ type: 'function', function: { name: 'a b' } }] },
    400,
    'tools[0].function.name must match ^[A-Za-z0-9_-]{1,64}$',
    'tools[0].function.name',
  ],
  [
    'tool kind',
    { messages: [user('a')], tools: [{ type: 'web_search' }] },
    400,
    'tools[0].function is required: only functions can be offered',
    'tools[0].function',
  ],
  [
    'choice',
    {
      messages: [user('a')],
      tools: [weatherTool],
      tool_choice: { type: 'function', function: { name: 'x' } },
    },
    400,
    'tool_choice must name a function of tools',
    'tool_choice',
  ],
  [
    'agent',
    { messages: [user('a')], model: 'f'.repeat(24) },
    404,
    'model is not the agent of this key',
    'model',
  ],
  [
    'conversation',
    { messages: [user('a')], metadata: { conversation_id: 'f'.repeat(24) } },
    404,
    'Conversation does not exist',
    null,
  ],
];

testService('refusals name the field and the rule in the form of OpenAI', shape, async (service) => {
  for (const [name, body, status, message, param] of refusals) {
    const answer = await service.call('POST', path, body);
    assert.deepEqual(
      [answer.status, answer.body.error.message, answer.body.error.param],
      [status, message, param],
      name,
    );
    assert.deepEqual(Object.keys(answer.body), ['error']);
    assert.deepEqual(Object.keys(answer.body.error), ['message', 'type', 'param', 'code']);
  }
  assert.deepEqual(await roundsOf(service), [], 'nothing was stored');
  const conversations = await service.app.db.query.selectFrom('conversations').select('id').execute();
  assert.deepEqual(conversations, []);
});

testService('errors before a route are in the form of OpenAI too', shape, async (service) => {
  const broken = await service.call('POST', path, '{"messages": [');
  assert.deepEqual([broken.status, broken.body.error.type], [400, 'invalid_request_error']);
  const unknown = await service.call('GET', '/openai/v1/files');
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'not_found']);
  const method = await service.call('GET', path);
  assert.deepEqual([method.status, method.body.error.code], [405, 'method_not_allowed']);
  const noKey = await service.call('POST', path, {}, { key: null });
  assert.deepEqual(
    [noKey.status, noKey.body.error.code, noKey.headers['www-authenticate']],
    [401, 'invalid_api_key', 'Bearer'],
  );
  const other = await service.call('POST', '/openaix', {});
  assert.equal(other.body.code, 40000);
});

testService('a call without credits is refused before the model is called', shape, async (service) => {
  await service.configure({ prices: { textInputPerMillion: '3', textOutputPerMillion: '15' } });
  await service.app.db.query.updateTable('workspaces').set({ balance_nano: 0 }).execute();
  const before = echo.requests.length;
  const { status, body } = await service.call('POST', path, { messages: [user('Hello')] });
  assert.deepEqual([status, body.error.code], [402, 'insufficient_quota']);
  assert.equal(echo.requests.length, before);
});

testService('a repeated call with the same key runs once', shape, async (service) => {
  const headers = { 'idempotency-key': 'k1' };
  const body = { messages: [user('Hello')] };
  const first = await ask(service, body, headers);
  assert.deepEqual(await ask(service, body, headers), first);
  assert.equal((await roundsOf(service)).length, 1);
  const conversations = await service.app.db.query.selectFrom('conversations').select('id').execute();
  assert.equal(conversations.length, 1, 'the repetition opens no conversation');
  const changed = await service.call('POST', path, { messages: [user('Bye')] }, { headers });
  assert.equal(changed.status, 400);
});

testService(
  'a client that disconnects stops the round, which is stored',
  () => ({
    models: createScriptedModel(() => [{ say: 'Once upon ' }, { wait: new Promise(() => {}) }]).models,
  }),
  async (service) => {
    const address = await listen(service.app);
    for (const stream of [true, false]) {
      const controller = new AbortController();
      const call = fetch(`${address}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${testApiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [user('Tell a story')], stream }),
        signal: controller.signal,
      });
      call.catch(() => {});
      await eventually('the round runs', async () => (await roundsOf(service)).at(-1)?.status === 'running');
      if (stream) await call;
      controller.abort();
      await eventually(
        'the round is stopped',
        async () => (await roundsOf(service)).at(-1)?.status === 'stopped',
      );
      assert.match((await roundsOf(service)).at(-1)!.answer_text, /^(Once upon )?$/);
    }
  },
);
