import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { generateText, jsonSchema, type LanguageModel, stepCountIs, streamText, tool } from 'ai';
import { listen } from '../../support/channels/visitor.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { createWeatherModel, weatherFunction, weatherTool } from '../../support/openai/weather-model.ts';
import { type TestService, testApiKey, testService } from '../../support/service/service.ts';

const baseUrlOf = async ({ app }: TestService): Promise<string> => `${await listen(app)}/openai/v1`;

const sdkModels: [string, (baseURL: string) => LanguageModel][] = [
  ['@ai-sdk/openai', (baseURL) => createOpenAI({ baseURL, apiKey: testApiKey }).chat('agent')],
  [
    '@ai-sdk/openai-compatible',
    (baseURL) => createOpenAICompatible({ name: 'frontdesk', baseURL, apiKey: testApiKey })('agent'),
  ],
];

const weather = tool({
  description: weatherFunction.description,
  inputSchema: jsonSchema<{ city: string }>(weatherFunction.parameters as object),
  execute: async ({ city }) => `sunny in ${city}`,
});

for (const [name, modelOf] of sdkModels) {
  const echo = createScriptedModel();
  testService(`the AI SDK with ${name} sends a history`, { models: echo.models }, async (service) => {
    const model = modelOf(await baseUrlOf(service));
    const { text, usage, finishReason } = await generateText({
      model,
      system: 'Answer in one sentence.',
      messages: [
        { role: 'user', content: 'I am Ada.' },
        { role: 'assistant', content: 'Hello Ada.' },
        { role: 'user', content: 'Who am I?' },
      ],
    });
    assert.equal(text, 'You said: Who am I?');
    assert.equal(finishReason, 'stop');
    assert.equal(usage.totalTokens, 15);
    const [system, ...turns] = echo.requests.at(-1)!.messages;
    assert.ok(system?.role === 'system' && system.text.includes('Answer in one sentence.'));
    assert.deepEqual(
      turns.map(({ role }) => role),
      ['user', 'assistant', 'user'],
    );
  });

  testService(
    `the AI SDK with ${name} streams and runs tools`,
    () => ({ models: createWeatherModel().models }),
    async (service) => {
      const model = modelOf(await baseUrlOf(service));
      const stream = streamText({
        model,
        prompt: 'What is the weather in Oslo?',
        tools: { get_weather: weather },
        stopWhen: stepCountIs(3),
      });
      let text = '';
      for await (const delta of stream.textStream) text += delta;
      assert.equal(text, 'Let me look. It is sunny in Oslo.');
      assert.equal((await stream.steps).length, 2);
      const blocking = await generateText({
        model,
        prompt: 'What is the weather in Oslo?',
        tools: { get_weather: weather },
        stopWhen: stepCountIs(3),
      });
      assert.equal(blocking.text, 'It is sunny in Oslo.');
    },
  );

  testService(`the AI SDK with ${name} reports errors`, { models: echo.models }, async (service) => {
    const model = modelOf(await baseUrlOf(service));
    await service.configure({}, { apiEnabled: false });
    await assert.rejects(generateText({ model, prompt: 'Hello', maxRetries: 0 }), {
      statusCode: 403,
      message: 'API use forbidden; the API switch must be on',
    });
  });
}

const langchainOf = async (service: TestService): Promise<ChatOpenAI> =>
  new ChatOpenAI({
    model: 'agent',
    apiKey: testApiKey,
    maxRetries: 0,
    configuration: { baseURL: await baseUrlOf(service) },
  });

const repeated = createScriptedModel();
testService('LangChain sends a history and streams', { models: repeated.models }, async (service) => {
  const model = await langchainOf(service);
  const answer = await model.invoke([
    new SystemMessage('Be brief.'),
    new HumanMessage('I am Ada.'),
    new AIMessage('Hello Ada.'),
    new HumanMessage('Who am I?'),
  ]);
  assert.equal(answer.text, 'You said: Who am I?');
  assert.equal(answer.usage_metadata?.total_tokens, 15);
  let streamed = '';
  for await (const chunk of await model.stream('Hello')) streamed += chunk.text;
  assert.equal(streamed, 'You said: Hello');
  await assert.rejects(model.invoke([new SystemMessage('Only instructions.')]), { status: 400 });
});

testService(
  'LangChain runs tools',
  () => ({ models: createWeatherModel().models }),
  async (service) => {
    const model = (await langchainOf(service)).bindTools([weatherTool]);
    const question = new HumanMessage('What is the weather in Oslo?');
    const called = await model.invoke([question]);
    const [call] = called.tool_calls!;
    assert.deepEqual([call!.name, call!.args], ['get_weather', { city: 'Oslo' }]);
    const result = new ToolMessage({ content: 'sunny', tool_call_id: call!.id! });
    assert.equal((await model.invoke([question, called, result])).text, 'It is sunny.');
  },
);
