import assert from 'node:assert/strict';
import OpenAI from 'openai';
import { listen } from '../../support/channels/visitor.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { createWeatherModel, weatherCall, weatherFunction } from '../../support/openai/weather-model.ts';
import { type TestService, testApiKey, testService } from '../../support/service/service.ts';

const clientOf = async ({ app }: TestService, apiKey = testApiKey): Promise<OpenAI> =>
  new OpenAI({ apiKey, baseURL: `${await listen(app)}/openai/v1`, maxRetries: 0 });

const echo = createScriptedModel();
testService('the openai library gets a reply with usage', { models: echo.models }, async (service) => {
  const client = await clientOf(service);
  const { data: models } = await client.models.list();
  assert.equal(models.length, 1);
  assert.equal((await client.models.retrieve(models[0]!.id)).id, models[0]!.id);
  const reply = await client.chat.completions.create({
    model: models[0]!.id,
    messages: [{ role: 'user', content: 'Hello' }],
  });
  assert.match(reply.id, /^chatcmpl-[0-9a-f]{24}$/);
  assert.equal(reply.model, models[0]!.id);
  assert.deepEqual(reply.choices[0]!.message, {
    role: 'assistant',
    content: 'You said: Hello',
    refusal: null,
    annotations: [],
  });
  assert.equal(reply.choices[0]!.finish_reason, 'stop');
  const { prompt_tokens, completion_tokens, total_tokens } = reply.usage!;
  assert.deepEqual([prompt_tokens, completion_tokens, total_tokens], [10, 5, 15]);
});

testService('the openai library reads a stream with usage', { models: echo.models }, async (service) => {
  const client = await clientOf(service);
  const stream = await client.chat.completions.create({
    model: 'any',
    messages: [{ role: 'user', content: 'Grüße 👋' }],
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = '';
  const reasons: (string | null)[] = [];
  const usages: (number | undefined)[] = [];
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? '';
    if (chunk.choices[0]) reasons.push(chunk.choices[0].finish_reason);
    usages.push(chunk.usage?.total_tokens);
  }
  assert.equal(text, 'You said: Grüße 👋');
  assert.deepEqual([...new Set(reasons)], [null, 'stop']);
  assert.equal(usages.at(-1), 15);
  assert.ok(usages.slice(0, -1).every((usage) => usage === undefined));
});

for (const isStream of [false, true]) {
  const weather = createWeatherModel();
  testService(
    `the openai library runs tools of the caller, ${isStream ? 'streaming' : 'blocking'}`,
    { models: weather.models },
    async (service) => {
      const client = await clientOf(service);
      const places: string[] = [];
      const shared = {
        model: 'any',
        messages: [{ role: 'user' as const, content: 'What is the weather in Oslo?' }],
        tools: [
          {
            type: 'function' as const,
            function: {
              ...weatherFunction,
              parameters: { ...weatherFunction.parameters, required: ['city'] },
              parse: JSON.parse as (text: string) => { city: string },
              function: ({ city }: { city: string }) => {
                places.push(city);
                return 'sunny';
              },
            },
          },
        ],
      };
      const runner = isStream
        ? client.chat.completions.runTools({ ...shared, stream: true })
        : client.chat.completions.runTools(shared);
      assert.equal(await runner.finalContent(), 'It is sunny.');
      assert.deepEqual(places, ['Oslo']);
      const last = weather.requests.at(-1)!;
      assert.deepEqual(
        last.messages.slice(1).map(({ role }) => role),
        ['user', 'assistant', 'tool'],
      );
      const called = last.messages[2]!;
      assert.ok(called.role === 'assistant');
      assert.equal(called.text, 'Let me look.');
      assert.deepEqual(
        called.toolCalls,
        [weatherCall],
        'the model gets its own call back, with the data of its provider',
      );
    },
  );
}

testService('the openai library raises its own errors', { models: echo.models }, async (service) => {
  const messages = [{ role: 'user' as const, content: 'Hello' }];
  await assert.rejects(
    (await clientOf(service, 'sk-wrong')).chat.completions.create({ model: 'any', messages }),
    {
      constructor: OpenAI.AuthenticationError,
      status: 401,
      code: 'invalid_api_key',
    },
  );
  const client = await clientOf(service);
  await assert.rejects(client.chat.completions.create({ model: 'any', messages, n: 2 }), {
    constructor: OpenAI.BadRequestError,
    param: 'n',
    type: 'invalid_request_error',
  });
  await assert.rejects(client.models.retrieve('f'.repeat(24)), {
    constructor: OpenAI.NotFoundError,
    code: 'model_not_found',
  });
  await assert.rejects(client.batches.list(), { constructor: OpenAI.NotFoundError, code: 'not_found' });
  await service.configure({ limits: { requestsPerMinutePerKey: 1 } });
  await client.models.list();
  await assert.rejects(client.models.list(), {
    constructor: OpenAI.RateLimitError,
    code: 'rate_limit_exceeded',
  });
});

testService(
  'a failure after the start of a stream is an error of the library',
  () => ({
    models: createScriptedModel(() => [{ say: 'Half a ' }, { fail: 'rejected' }]).models,
  }),
  async (service) => {
    const client = await clientOf(service);
    const stream = await client.chat.completions.create({
      model: 'any',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    });
    let text = '';
    await assert.rejects(async () => {
      for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? '';
    }, OpenAI.APIError);
    assert.equal(text, 'Half a ');
  },
);

const seen = createScriptedModel((request) => [{ say: textOf(request) }], { takes: { image: true } });
testService('files are sent as data URLs', { models: seen.models }, async (service) => {
  const client = await clientOf(service);
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await client.chat.completions.create({
    model: 'any',
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
          {
            type: 'file',
            file: {
              filename: 'notes.txt',
              file_data: `data:text/plain;base64,${Buffer.from(`Notes ${'x'.repeat(200_000)}`).toString('base64')}`,
            },
          },
        ],
      },
    ],
  });
  const question = seen.requests.at(-1)!.messages.at(-1)!;
  assert.ok(question.role === 'user');
  const image = question.parts.find(({ type }) => type === 'image');
  assert.ok(image?.type === 'image');
  assert.equal(Buffer.from(image.bytes).toString('base64'), png);
  assert.ok(question.parts.some((part) => part.type === 'text' && part.fromFile === 'notes.txt'));
});
