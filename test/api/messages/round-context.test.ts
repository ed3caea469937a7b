import assert from 'node:assert/strict';
import type { ModelMessage } from '../../../src/models/index.ts';
import { createScriptedModel, type ScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService } from '../../support/service/service.ts';

let scripted: ScriptedModel = createScriptedModel();
const echoing = () => {
  scripted = createScriptedModel((_request, call) => [{ say: `answer ${call}` }]);
  return { models: scripted.models };
};

const line = (message: ModelMessage): string =>
  message.role === 'user'
    ? `user: ${message.parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' ')}`
    : `${message.role}: ${message.text}`;

/** The latest messages sent to the model, without the system message. */
const shown = (): string[] => scripted.requests.at(-1)!.messages.slice(1).map(line);

const send = ({ call }: TestService, conversation_id: string, messages: object[], config?: object) =>
  call('POST', '/v2/conversation/message', {
    conversation_id,
    messages,
    ...(config ? { conversation_config: config } : {}),
  });

const user = (content: string) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });

testService(
  'short-term memory is used by default, and not if the call or the agent disables it',
  echoing,
  async (service) => {
    const id = await service.newConversation();
    await send(service, id, [user('one')]);
    await send(service, id, [user('two')]);
    assert.deepEqual(shown(), ['user: one', 'assistant: answer 1', 'user: two']);
    await send(service, id, [user('three')], { short_term_memory: false });
    assert.deepEqual(shown(), ['user: three']);
    await service.configure({ memory: { shortTerm: false } });
    await send(service, id, [user('four')]);
    assert.deepEqual(shown(), ['user: four']);
    await send(service, id, [user('five')], { short_term_memory: true });
    assert.equal(shown().length, 9);
  },
);

testService(
  'turns from the developer are the short-term memory of that call, and are not stored',
  echoing,
  async (service) => {
    const id = await service.newConversation();
    await send(service, id, [user('stored')]);
    await send(service, id, [user('built'), assistant('by hand'), user('now')]);
    assert.deepEqual(shown(), ['user: built', 'assistant: by hand', 'user: now']);
    await send(service, id, [user('built'), assistant('by hand'), user('again')], {
      short_term_memory: false,
    });
    assert.deepEqual(shown(), ['user: built', 'assistant: by hand', 'user: again']);
    await send(service, id, [user('after')]);
    assert.deepEqual(shown(), [
      'user: stored',
      'assistant: answer 1',
      'user: now',
      'assistant: answer 2',
      'user: again',
      'assistant: answer 3',
      'user: after',
    ]);
  },
);

testService('memory belongs to its conversation', echoing, async (service) => {
  const first = await service.newConversation('ada');
  await send(service, first, [user('secret')]);
  const second = await service.newConversation('ada');
  await send(service, second, [user('hello')]);
  assert.deepEqual(shown(), ['user: hello']);
});

testService('version 1 has the same switches', echoing, async (service) => {
  const conversation_id = await service.newConversation();
  const ask = (text: string, more: object = {}) =>
    service.call('POST', '/v1/conversation/message', { conversation_id, text, ...more });
  await ask('one');
  await ask('two');
  assert.equal(shown().length, 3);
  await ask('three', { short_term_memory: false });
  assert.deepEqual(shown(), ['user: three']);
});

testService(
  'a tool is called with the user in its headers, and the model gets the result',
  () => {
    scripted = createScriptedModel((_request, call) =>
      call === 1
        ? [
            { say: 'Let me look. ' },
            { call: { id: 'c1', name: 'order_status', argumentsText: '{"order":"10/42"}' } },
          ]
        : [{ say: 'It is on its way.' }],
    );
    return { models: scripted.models };
  },
  async (service) => {
    const shop = await startReceiver((_call, response) => response.end('{"status":"sent"}'));
    try {
      await service.configure({
        tools: {
          http: [
            {
              name: 'order_status',
              description: 'Status of an order',
              method: 'GET',
              url: `${shop.url}/orders/{order}`,
              headers: { 'X-Shop-Key': 'secret' },
              parameters: { type: 'object', properties: { order: { type: 'string' } }, required: ['order'] },
              timeoutMs: 60_000,
            },
          ],
        },
      });
      const id = await service.newConversation('ada');
      const { body } = await send(service, id, [user('Where is order 10/42?')]);
      assert.equal(body.output[0].content.text, 'Let me look. It is on its way.');
      const [call] = shop.calls;
      assert.equal(call!.path, '/hook/orders/10%2F42');
      assert.equal(call!.headers['x-user-id'], 'ada');
      assert.equal(call!.headers['x-conversation-id'], id);
      assert.equal(call!.headers['x-shop-key'], 'secret');
      const told = scripted.requests[1]!.messages.at(-1)!;
      assert.ok(told.role === 'tool' && told.text.includes('sent') && told.toolCallId === 'c1');
      assert.deepEqual(body.usage.tokens.prompt_tokens, 20, 'usage adds up over the calls');
      const trace = await service.app.db.query.selectFrom('traces').selectAll().executeTakeFirstOrThrow();
      const steps = JSON.parse(trace.steps) as { kind: string; name: string }[];
      assert.deepEqual(
        steps.map(({ kind, name }) => `${kind} ${name}`),
        ['retrieval knowledge', 'model scripted', 'tool order_status', 'model scripted'],
      );
    } finally {
      await shop.close();
    }
  },
);

testService(
  'a model that requests tools without end is finally asked for an answer',
  () => {
    scripted = createScriptedModel((request, call) =>
      request.tools.length > 0
        ? [{ call: { id: `c${call}`, name: 'nothing', argumentsText: '{}' } }]
        : [{ say: 'Enough.' }],
    );
    return { models: scripted.models };
  },
  async (service) => {
    const tool = {
      name: 'nothing',
      description: '',
      method: 'GET' as const,
      url: 'http://127.0.0.1:9/',
      headers: {},
      parameters: {},
      timeoutMs: 500,
    };
    await service.configure({ tools: { http: [tool], maxRounds: 3 } });
    const { body } = await send(service, await service.newConversation(), [user('go')]);
    assert.equal(body.output[0].content.text, 'Enough.');
    assert.equal(scripted.requests.length, 4);
  },
);

testService('per-key and per-user limits return 40008 with Retry-After', echoing, async (service) => {
  await service.configure({ limits: { roundsPerMinutePerUser: 2 } });
  const id = await service.newConversation('busy');
  await send(service, id, [user('1')]);
  await send(service, id, [user('2')]);
  const third = await send(service, id, [user('3')]);
  assert.equal(third.status, 429);
  assert.equal(third.body.code, 40008);
  assert.ok(Number(third.headers['retry-after']) >= 1 && Number(third.headers['retry-after']) <= 30);
  const calm = await service.newConversation('calm');
  assert.equal((await send(service, calm, [user('1')])).status, 200);
  await service.configure({ limits: { roundsPerMinutePerUser: null, requestsPerMinutePerKey: 1 } });
  assert.equal((await send(service, calm, [user('2')])).status, 200);
  // The rate limit is checked before the body, so broken JSON is not parsed.
  const limited = await service.call('POST', '/v2/conversation/message', '{broken');
  assert.equal(limited.body.code, 40008);
});

testService(
  'a follow-up question is searched with the previous one, stored or sent by the developer',
  echoing,
  async (service) => {
    const searched = async (): Promise<string[]> => {
      const traces = await service.app.db.query.selectFrom('traces').select('steps').execute();
      const steps = traces.flatMap(
        (trace) => JSON.parse(trace.steps) as { kind: string; detail?: { query: string } }[],
      );
      return steps
        .flatMap(({ kind, detail }) => (kind === 'retrieval' && detail ? [detail.query] : []))
        .sort();
    };
    const id = await service.newConversation();
    await send(service, id, [user('When do you open?')]);
    await send(service, id, [user('And in winter?')]);
    await send(service, id, [user('Where is the pool?'), assistant('Upstairs'), user('Is it free?')]);
    await service.configure({ knowledge: { rewriteQuery: false } });
    await send(service, id, [user('Alone?')]);
    assert.deepEqual(await searched(), [
      'Alone?',
      'When do you open?',
      'When do you open? And in winter? And in winter?',
      'Where is the pool? Is it free? Is it free?',
    ]);
  },
);
