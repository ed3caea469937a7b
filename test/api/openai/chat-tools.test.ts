import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { ask, roundsOf, user } from '../../support/openai/chat-calls.ts';
import { createWeatherModel, weatherCall, weatherTool } from '../../support/openai/weather-model.ts';
import { testService } from '../../support/service/service.ts';

const weather = createWeatherModel();
testService(
  'results of tools continue the round in its conversation',
  { models: weather.models },
  async (service) => {
    const question = user('Weather?');
    const called = await ask(service, { messages: [question], tools: [weatherTool], user: 'ada' });
    const { message, finish_reason } = called.choices[0];
    assert.equal(finish_reason, 'tool_calls');
    assert.deepEqual(message.tool_calls, [
      {
        id: `call_${called.id.slice(9)}_0`,
        type: 'function',
        function: { name: 'get_weather', arguments: weatherCall.argumentsText },
      },
    ]);
    const results = [
      question,
      message,
      { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'rainy' },
    ];
    const answered = await ask(service, { messages: results, tools: [weatherTool] });
    assert.equal(answered.choices[0].message.content, 'It is rainy.');
    assert.equal(answered.metadata.conversation_id, called.metadata.conversation_id);
    const again = await ask(service, { messages: results, tools: [weatherTool] });
    assert.equal(
      again.metadata.conversation_id,
      called.metadata.conversation_id,
      'a repetition is a later version',
    );
    const rounds = await roundsOf(service);
    assert.deepEqual(
      rounds.map(({ answer_text, replaced_by }) => [answer_text, replaced_by]),
      [
        ['Let me look. ', rounds[1]!.id],
        ['It is rainy.', rounds[2]!.id],
        ['It is rainy.', null],
      ],
    );
    await ask(service, { messages: [user('Thanks')], metadata: called.metadata });
    const remembered = JSON.stringify(weather.requests.at(-1)!.messages);
    assert.equal(remembered.split('Weather?').length, 2, 'memory has the question once');
  },
);

testService(
  'results for a conversation that went on open a new one',
  () => ({ models: createWeatherModel().models }),
  async (service) => {
    const called = await ask(service, { messages: [user('Weather?')], tools: [weatherTool] });
    const { message } = called.choices[0];
    await ask(service, { messages: [user('Never mind')], metadata: called.metadata });
    const answered = await ask(service, {
      messages: [
        user('Weather?'),
        message,
        { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'rainy' },
      ],
    });
    assert.equal(answered.choices[0].message.content, 'It is rainy.');
    assert.notEqual(answered.metadata.conversation_id, called.metadata.conversation_id);
    assert.ok((await roundsOf(service)).every(({ replaced_by }) => replaced_by === null));
  },
);

testService(
  'tools of the agent run in the service, those of the caller wait',
  () => {
    const model = createScriptedModel((request) => {
      const results = request.messages.flatMap((message) =>
        message.role === 'tool' ? [message.toolName] : [],
      );
      if (results.length > 0) return [{ say: results.join(' then ') }];
      const own = request.tools.find(({ name }) => name.startsWith('table_'))!;
      return [{ call: { id: 'a', name: own.name, argumentsText: '{}' } }, { call: weatherCall }];
    });
    return { models: model.models };
  },
  async (service) => {
    await service.call('POST', '/v1/database/create-table', {
      name: 'orders',
      description: 'Orders',
      fields: [{ name: 'number', description: 'Number', type: 'TEXT', required: false, unique: true }],
    });
    const called = await ask(service, { messages: [user('Weather?')], tools: [weatherTool] });
    const { message } = called.choices[0];
    assert.deepEqual(
      message.tool_calls.map((call: { function: { name: string } }) => call.function.name),
      ['get_weather'],
    );
    const answered = await ask(service, {
      messages: [
        user('Weather?'),
        message,
        { role: 'tool', tool_call_id: message.tool_calls[0].id, content: 'rainy' },
      ],
    });
    assert.match(answered.choices[0].message.content, /^table_\w+ then get_weather$/);
  },
);

const echo = createScriptedModel();
testService('tool_choice and output limits reach the model', { models: echo.models }, async (service) => {
  await service.configure({ maxOutputTokens: 500 });
  const last = () => echo.requests.at(-1)!;
  await ask(service, { messages: [user('a')], tools: [weatherTool], tool_choice: 'none' });
  assert.deepEqual(last().tools, []);
  await ask(service, {
    messages: [user('a')],
    tools: [weatherTool],
    tool_choice: 'required',
    max_tokens: 100,
  });
  assert.deepEqual([last().toolChoice, last().maxOutputTokens], ['required', 100]);
  await ask(service, {
    messages: [user('a')],
    tools: [weatherTool],
    tool_choice: { type: 'function', function: { name: 'get_weather' } },
    max_completion_tokens: 9000,
  });
  assert.deepEqual([last().toolChoice, last().maxOutputTokens], [{ name: 'get_weather' }, 500]);
});
