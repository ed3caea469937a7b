import assert from 'node:assert/strict';
import { createOpenAI } from '@ai-sdk/openai';
import { OpenAIEmbeddings } from '@langchain/openai';
import { generateText, jsonSchema, stepCountIs, streamText, tool } from 'ai';
import OpenAI from 'openai';
import { listen } from '../../support/channels/visitor.ts';
import { createWordEmbedder, wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { createWeatherModel, weatherCall, weatherFunction } from '../../support/openai/weather-model.ts';
import { type TestService, testApiKey, testService } from '../../support/service/service.ts';

const baseUrlOf = async ({ app }: TestService): Promise<string> => `${await listen(app)}/openai/v1`;
const clientOf = async (service: TestService): Promise<OpenAI> =>
  new OpenAI({ apiKey: testApiKey, baseURL: await baseUrlOf(service), maxRetries: 0 });

const weatherTool = {
  type: 'function',
  ...weatherFunction,
  parameters: { ...weatherFunction.parameters, required: ['city'] },
  strict: false,
} as const;

const echo = createScriptedModel();

testService('a response is created, read again and continued', { models: echo.models }, async (service) => {
  const client = await clientOf(service);
  const metadata = { ticket: '7' };
  const first = await client.responses.create({
    model: 'agent',
    input: 'I am Ada',
    instructions: 'Be brief.',
    metadata,
  });
  assert.equal(first.output_text, 'You said: I am Ada');
  assert.deepEqual([first.status, first.usage?.total_tokens, first.metadata], ['completed', 15, metadata]);
  assert.deepEqual(
    { ...(await client.responses.retrieve(first.id)), output_text: '' },
    { ...first, output_text: '' },
  );
  const second = await client.responses.create({
    model: 'agent',
    input: 'Who am I?',
    previous_response_id: first.id,
  });
  assert.equal(second.conversation?.id, first.conversation?.id);
  assert.ok(JSON.stringify(echo.requests.at(-1)!.messages).includes('I am Ada'));
  await assert.rejects(
    client.responses.create({ model: 'agent', input: 'And now?', previous_response_id: first.id }),
    { status: 409 },
  );
  const third = await client.responses.create({
    model: 'agent',
    input: 'Hi',
    conversation: first.conversation!.id,
  });
  assert.equal(third.conversation?.id, first.conversation?.id);
});

testService(
  'a response that is not stored cannot be read or continued',
  { models: echo.models },
  async (service) => {
    const client = await clientOf(service);
    const { id, store } = (await client.responses.create({ model: 'agent', input: 'Hi', store: false })) as {
      id: string;
      store?: boolean;
    };
    assert.equal(store, false);
    for (const call of [
      () => client.responses.retrieve(id),
      () => client.responses.create({ model: 'agent', input: 'Hi', previous_response_id: id }),
      () => client.responses.retrieve(`resp_${'f'.repeat(24)}`),
    ])
      await assert.rejects(call, OpenAI.NotFoundError);
  },
);

testService(
  'a response is streamed as typed events',
  () => ({ models: createWeatherModel().models }),
  async (service) => {
    const client = await clientOf(service);
    const stream = client.responses.stream({ model: 'agent', input: 'Weather?', tools: [weatherTool] });
    const types: string[] = [];
    const numbers: number[] = [];
    for await (const event of stream) {
      types.push(event.type);
      numbers.push(event.sequence_number);
    }
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => index),
    );
    assert.deepEqual(types, [
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    const { output } = await stream.finalResponse();
    assert.deepEqual(
      output.map(({ type }) => type),
      ['message', 'function_call'],
    );
  },
);

const weather = createWeatherModel();
testService(
  'results of tools continue the previous response',
  { models: weather.models },
  async (service) => {
    const client = await clientOf(service);
    const called = await client.responses.create({ model: 'agent', input: 'Weather?', tools: [weatherTool] });
    const call = called.output.find((item) => item.type === 'function_call')!;
    assert.ok(call.type === 'function_call');
    const result = { type: 'function_call_output' as const, call_id: call.call_id, output: 'rainy' };
    const answered = await client.responses.create({
      model: 'agent',
      input: [result],
      previous_response_id: called.id,
    });
    assert.equal(answered.output_text, 'It is rainy.');
    const { messages } = weather.requests.at(-1)!;
    assert.deepEqual(
      messages.slice(1).map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    assert.ok(messages[2]!.role === 'assistant');
    assert.deepEqual(messages[2]!.toolCalls, [weatherCall]);
    const replayed = await client.responses.create({
      model: 'agent',
      input: [
        { role: 'user', content: 'Weather?' },
        ...called.output.filter((item) => item.type === 'function_call'),
        result,
      ],
    });
    assert.equal(replayed.output_text, 'It is rainy.');
    await assert.rejects(
      client.responses.create({
        model: 'agent',
        input: [{ ...result, call_id: 'x' }],
        previous_response_id: called.id,
      }),
      { status: 400 },
    );
  },
);

testService(
  'the AI SDK uses responses',
  () => ({ models: createWeatherModel().models }),
  async (service) => {
    const model = createOpenAI({ baseURL: await baseUrlOf(service), apiKey: testApiKey }).responses('agent');
    const tools = {
      get_weather: tool({
        description: '',
        inputSchema: jsonSchema<{ city: string }>(weatherFunction.parameters as object),
        execute: async ({ city }) => `sunny in ${city}`,
      }),
    };
    const { text } = await generateText({ model, prompt: 'Weather?', tools, stopWhen: stepCountIs(3) });
    assert.equal(text, 'It is sunny in Oslo.');
    let streamed = '';
    for await (const delta of streamText({ model, prompt: 'Weather?', tools, stopWhen: stepCountIs(3) })
      .textStream)
      streamed += delta;
    assert.equal(streamed, 'Let me look. It is sunny in Oslo.');
  },
);

testService(
  'documents without an address are file citations',
  () => ({
    models: createScriptedModel(() => [{ say: 'Goods can be returned within thirty days. [1]' }]).models,
  }),
  async (service) => {
    const files = [
      { file_name: 'shop.md', file_base64: btoa('# Returns\n\nGoods can be returned within thirty days.') },
      {
        file_name: 'web.md',
        file_base64: btoa('# Pens\n\nPens are blue.'),
        source_url: 'https://example.com/pens',
      },
    ];
    const added = await service.call('POST', '/v1/bot/doc/text/add', { chunk_token: 600, files });
    assert.equal(added.body.failed.length, 0);
    await service.app.rooms.jobs.idle();
    const client = await clientOf(service);
    const reply = await client.responses.create({ model: 'agent', input: 'When can goods be returned?' });
    const [item] = reply.output;
    assert.ok(item?.type === 'message' && item.content[0]?.type === 'output_text');
    const { id } = added.body.doc.find((one: { doc_name: string }) => one.doc_name === 'shop.md') ?? {
      id: added.body.doc[0].doc_id,
    };
    assert.deepEqual(
      item.content[0].annotations.map(({ type }) => type),
      ['file_citation'],
    );
    const [citation] = item.content[0].annotations;
    assert.ok(citation?.type === 'file_citation');
    assert.deepEqual([citation.filename, citation.file_id], ['shop.md', id ?? added.body.doc[0].doc_id]);
  },
);

const lateEmbedder = createWordEmbedder({
  before: () => Promise.reject(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
});

testService(
  'texts that take too long to embed are refused with the reason',
  { models: echo.models, embedders: { ...wordEmbedders(), for: () => lateEmbedder } },
  async (service) => {
    const { status, body } = await service.call('POST', '/openai/v1/embeddings', { input: 'Hello' });
    assert.equal(status, 503);
    assert.match(body.error.message, /^input could not be embedded in 60 seconds/);
    assert.deepEqual([body.error.type, body.error.param], ['server_error', 'input']);
  },
);

testService('texts are embedded as numbers and as base64', { models: echo.models }, async (service) => {
  const client = await clientOf(service);
  const input = ['Hello world', 'Good evening'];
  const asBase64 = await client.embeddings.create({ model: 'agent', input });
  const asFloats = await client.embeddings.create({ model: 'agent', input, encoding_format: 'float' });
  assert.equal(asBase64.data.length, 2);
  assert.deepEqual(asBase64.data, asFloats.data, 'the library decodes base64');
  assert.ok(asFloats.usage.prompt_tokens > 0);
  const embeddings = new OpenAIEmbeddings({
    model: 'agent',
    apiKey: testApiKey,
    maxRetries: 0,
    configuration: { baseURL: await baseUrlOf(service) },
  });
  assert.deepEqual(
    await embeddings.embedDocuments(input),
    asFloats.data.map(({ embedding }) => embedding),
  );
  for (const body of [
    { input: [[1, 2]] },
    { input: '' },
    { input: 'a', dimensions: 1 },
    { input: 'x'.repeat(8001) },
  ]) {
    const { status, body: answer } = await service.call('POST', '/openai/v1/embeddings', body);
    assert.equal(status, 400, JSON.stringify(answer));
  }
});
