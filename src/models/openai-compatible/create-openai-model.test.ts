import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTestClock } from '../../../test/support/time/test-clock.ts';
import type { RemoteModelConfig } from '../model-config.ts';
import { ModelError, type ModelRequest } from '../port.ts';
import {
  type Answer,
  type Collected,
  collect,
  recorded,
  requestOf,
  startReplayServer,
} from '../start-replay-server.ts';
import { defaultTimeouts } from '../timeouts.ts';
import { createOpenaiModel } from './create-openai-model.ts';

const countTokens = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const clock = createTestClock();
const dependencies = { countTokens, timeouts: defaultTimeouts, clock };

const ask = async (answer: Answer, request: Partial<ModelRequest> = {}): Promise<Collected> => {
  await using server = await startReplayServer(answer);
  const config: RemoteModelConfig<'openai'> = {
    provider: 'openai',
    baseUrl: server.baseUrl,
    apiKey: 'sk-test-secret',
    name: 'tiny',
  };
  const model = createOpenaiModel(config, { ...dependencies, fetch: server.fetch });
  return await collect(model, requestOf(request));
};

const bodySent = async (
  request: Partial<ModelRequest>,
  more: Partial<RemoteModelConfig<'openai'>> = {},
): Promise<Record<string, unknown>> => {
  await using server = await startReplayServer(recorded('openai/text'));
  const config: RemoteModelConfig<'openai'> = {
    provider: 'openai',
    baseUrl: server.baseUrl,
    name: 'tiny',
    ...more,
  };
  const model = createOpenaiModel(config, { ...dependencies, fetch: server.fetch });
  await collect(model, requestOf(request));
  return server.seen[0]?.body as Record<string, unknown>;
};

const failureOf = ({ error }: Collected): string | undefined =>
  error instanceof ModelError ? error.failure : undefined;

describe('responses', () => {
  it('streams the text and reports every detail of the usage', async () => {
    const { text, finish, error } = await ask(recorded('openai/text'));
    assert.equal(error, undefined);
    assert.equal(text, 'Lisbon is the capital of Portugal 🇵🇹.');
    assert.deepEqual(finish, {
      type: 'finish',
      reason: 'stop',
      usage: {
        promptTokens: 1117,
        promptAudioTokens: 12,
        promptCachedTokens: 1024,
        completionTokens: 46,
        reasoningTokens: 30,
        completionAudioTokens: 4,
        estimated: false,
      },
    });
  });

  for (const pieceBytes of [1, 3, 7, 1000]) {
    it(`reads the same from pieces of ${pieceBytes} bytes, characters cut in between`, async () => {
      const { text, finish } = await ask(recorded('openai/text', { pieceBytes }));
      assert.equal(text, 'Lisbon is the capital of Portugal 🇵🇹.');
      assert.equal(finish?.usage.promptTokens, 1117);
    });
  }

  it('reads lines that end in CR LF, also when a piece ends between the two', async () => {
    const answer = recorded('openai/text');
    const body = Buffer.from(answer.body.toString('utf8').replaceAll('\n', '\r\n'));
    for (const pieceBytes of [undefined, 1]) {
      assert.equal(
        (await ask({ ...answer, body, pieceBytes })).text,
        'Lisbon is the capital of Portugal 🇵🇹.',
      );
    }
  });

  it('assembles parallel tool calls from their fragments', async () => {
    const { calls, finish } = await ask(recorded('openai/parallel-tools'));
    assert.deepEqual(calls, [
      { id: 'call_DdmO9pD3xa9XTPNJ32zg2hcA', name: 'get_weather', argumentsText: '{"city":"Lisbon"}' },
      { id: 'call_Hx8wPqZ', name: 'get_time', argumentsText: '{"zone":"WET"}' },
    ]);
    assert.equal(finish?.reason, 'tool-calls');
  });

  it('distinguishes two calls with index 0, and reads "stop" after tool calls', async () => {
    const { calls, finish } = await ask(recorded('openai/ollama-tools'));
    assert.deepEqual(
      calls.map((call) => call.argumentsText),
      ['{"city":"Porto"}', '{"city":"Faro"}'],
    );
    assert.equal(finish?.reason, 'tool-calls');
    assert.equal(finish?.usage.estimated, true);
  });

  it('separates reasoning from the reply and uses the last of many usages', async () => {
    const { text, reasoning, finish } = await ask(recorded('openai/vllm-reasoning'));
    assert.equal(text, 'Teal');
    assert.equal(reasoning, 'The user wants a colour.');
    assert.equal(finish?.usage.completionTokens, 8);
  });

  it('skips comments, event names, ids and retry hints', async () => {
    const { text, reasoning, finish } = await ask(recorded('openai/gateway-comments', { pieceBytes: 5 }));
    assert.deepEqual([text, reasoning, finish?.usage.promptTokens], ['Olá mundo', 'Hm.', 5]);
  });

  it('reads content that comes as a list of parts', async () => {
    const { text, reasoning } = await ask(recorded('openai/content-parts'));
    assert.deepEqual([text, reasoning], ['Four.', 'Let me see.']);
  });

  it('reads a whole completion from a server that does not stream', async () => {
    const { text, finish } = await ask(recorded('openai/whole-completion'));
    assert.deepEqual([text, finish?.reason, finish?.usage.completionTokens], ['All at once.', 'stop', 4]);
  });
});

describe('broken responses', () => {
  for (const [name, failure, textBefore] of [
    ['web-page', 'garbage', ''],
    ['web-page-as-stream', 'garbage', ''],
    ['cut-json', 'cut', 'The answer is forty-two'],
    ['bad-json-inside', 'garbage', 'The answer is forty-two'],
    ['no-end', 'cut', 'The answer is forty-two'],
    ['rate-limit-mid-stream', 'rate-limited', 'The answer is forty-two'],
    ['vllm-error-mid-stream', 'server-error', 'The answer is forty-two'],
    ['error-first', 'server-error', ''],
    ['empty', 'cut', ''],
    ['nameless-tool', 'garbage', ''],
    ['wrong-types', 'garbage', ''],
    ['status-429', 'rate-limited', ''],
    ['status-500', 'server-error', ''],
    ['status-401', 'rejected', ''],
  ] as const) {
    it(`${name} is reported as ${failure}, after the deltas before it`, async () => {
      const collected = await ask(recorded(`openai/broken/${name}`));
      assert.equal(failureOf(collected), failure);
      assert.equal(collected.text, textBefore);
      assert.equal(collected.finish, undefined);
    });
  }

  it('a reply without [DONE] or without a final newline is complete if it has a finish reason', async () => {
    for (const name of ['no-done', 'no-newline-at-end']) {
      const { text, finish, error } = await ask(recorded(`openai/broken/${name}`));
      assert.equal(error, undefined);
      assert.deepEqual([text, finish?.reason], ['The answer is forty-two', 'stop']);
    }
  });

  it('counts tokens itself if the server sends none or implausible figures', async () => {
    for (const name of ['no-usage', 'wrong-usage']) {
      const { finish } = await ask(recorded(`openai/broken/${name}`));
      assert.equal(finish?.usage.estimated, true);
      assert.equal(finish?.usage.completionTokens, countTokens('The answer is forty-two'));
      assert.ok((finish?.usage.promptTokens ?? 0) > 0);
    }
  });

  it('a connection that breaks during the reply is an error', async () => {
    const collected = await ask(recorded('openai/broken/no-end', { afterwards: 'break', pieceBytes: 50 }));
    assert.ok(['unreachable', 'cut'].includes(failureOf(collected) ?? ''));
    assert.equal(collected.finish, undefined);
  });

  it('an endless line is an error', async () => {
    const body = Buffer.from(`data: {"choices":[{"delta":{"content":"${'a'.repeat(9 * 1024 * 1024)}`);
    assert.equal(failureOf(await ask(recorded('openai/text', { body }))), 'garbage');
  });

  it('passes on the delay that the server requests', async () => {
    const { error } = await ask(recorded('openai/broken/status-429'));
    assert.ok(error instanceof ModelError);
    assert.equal(error.retryAfterMs, 2000);
    const headers = { 'retry-after': new Date(clock.nowMs() + 5000).toUTCString() };
    const dated = await ask(recorded('openai/broken/status-429', { headers }));
    assert.ok(dated.error instanceof ModelError);
    assert.equal(dated.error.retryAfterMs, 5000);
  });

  it('keeps the key out of error messages', async () => {
    const { error } = await ask(recorded('openai/broken/status-401'));
    assert.ok(error instanceof ModelError);
    assert.match(error.message, /HTTP 401: Incorrect API key provided: \[secret\]/);
  });

  it('a missing server is unreachable', async () => {
    const server = await startReplayServer();
    const { baseUrl } = server;
    await server[Symbol.asyncDispose]();
    await using other = await startReplayServer();
    const model = createOpenaiModel(
      { provider: 'openai', baseUrl, name: 'tiny' },
      { ...dependencies, fetch: other.fetch },
    );
    assert.equal(failureOf(await collect(model, requestOf())), 'unreachable');
  });
});

describe('connections', { timeout: 20_000 }, () => {
  it('an abort ends the call with its reason and closes the connection', async () => {
    await using server = await startReplayServer(recorded('openai/broken/no-end', { afterwards: 'hang' }));
    const model = createOpenaiModel(
      { provider: 'openai', baseUrl: server.baseUrl, name: 'tiny' },
      { ...dependencies, fetch: server.fetch },
    );
    const controller = new AbortController();
    const reason = new Error('stopped by the user');
    const answered = model.answer(requestOf({ signal: controller.signal }), () => controller.abort(reason));
    await assert.rejects(answered, reason);
    while (server.openAnswers() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('a consumer that stops reading closes the connection', async () => {
    await using server = await startReplayServer(recorded('openai/broken/no-end', { afterwards: 'hang' }));
    const model = createOpenaiModel(
      { provider: 'openai', baseUrl: server.baseUrl, name: 'tiny' },
      { ...dependencies, fetch: server.fetch },
    );
    const answered = model.answer(requestOf(), () => {
      throw new Error('enough');
    });
    await assert.rejects(answered);
    while (server.openAnswers() > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('keeps the connection for the next call', async () => {
    await using server = await startReplayServer(recorded('openai/text'));
    const model = createOpenaiModel(
      { provider: 'openai', baseUrl: server.baseUrl, name: 'tiny' },
      { ...dependencies, fetch: server.fetch },
    );
    for (let call = 0; call < 3; call += 1) {
      await collect(model, requestOf());
      // Both ends are in this process: a few ticks of the event loop transfer the last bytes.
      for (let tick = 0; tick < 20; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    }
    // On a busy machine they may not be enough for one call. Without reuse, each call has its own connection.
    assert.ok(server.connectionCount() < 3);
  });

  it('ends with the last event even if the server never closes the connection', async () => {
    const { text, finish } = await ask(recorded('openai/text', { afterwards: 'hang' }));
    assert.deepEqual([text, finish?.reason], ['Lisbon is the capital of Portugal 🇵🇹.', 'stop']);
  });
});

describe('requests', () => {
  it('requests a stream with usage and sends only the configured fields', async () => {
    assert.deepEqual(await bodySent({}), {
      model: 'tiny',
      messages: [{ role: 'user', content: 'What is the capital of Portugal?' }],
      stream: true,
      stream_options: { include_usage: true },
    });
    const set = await bodySent(
      { temperature: 0, maxOutputTokens: 5, reasoning: 'low' },
      { includeUsage: false },
    );
    assert.deepEqual(
      [set.temperature, set.max_tokens, set.reasoning_effort, 'stream_options' in set],
      [0, 5, 'low', false],
    );
    const renamed = await bodySent({ maxOutputTokens: 5 }, { maxTokensField: 'max_completion_tokens' });
    assert.deepEqual([renamed.max_completion_tokens, renamed.max_tokens], [5, undefined]);
  });

  it('sends files as parts in the format of the protocol', async () => {
    const bytes = Uint8Array.of(1, 2, 3);
    const { messages } = await bodySent({
      messages: [
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'Look' },
            { type: 'image', mediaType: 'image/png', name: 'a.png', bytes },
            { type: 'audio', mediaType: 'audio/mpeg', name: 'a.mp3', bytes },
            { type: 'document', mediaType: 'application/pdf', name: 'a.pdf', bytes },
          ],
        },
      ],
    });
    assert.deepEqual(messages, [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
          { type: 'input_audio', input_audio: { data: 'AQID', format: 'mp3' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AQID' } },
        ],
      },
    ]);
  });

  it('sends tools, calls and their results', async () => {
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const { messages, tools } = await bodySent({
      tools: [{ name: 'get_weather', description: 'Weather', parameters }],
      messages: [
        { role: 'system', text: 'Be brief.' },
        { role: 'assistant', text: '', toolCalls: [{ id: 'c1', name: 'get_weather', argumentsText: '' }] },
        { role: 'tool', toolCallId: 'c1', toolName: 'get_weather', text: 'no such city', isError: true },
      ],
    });
    assert.deepEqual(tools, [
      { type: 'function', function: { name: 'get_weather', description: 'Weather', parameters } },
    ]);
    assert.deepEqual(messages, [
      { role: 'system', content: 'Be brief.' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Error: no such city' },
    ]);
  });

  it('never sends a lone surrogate', async () => {
    const { messages } = await bodySent({
      messages: [{ role: 'user', parts: [{ type: 'text', text: 'a\ud800b' }] }],
    });
    assert.deepEqual(messages, [{ role: 'user', content: 'a\ufffdb' }]);
  });

  it('sends the key and additional headers', async () => {
    await using server = await startReplayServer(recorded('openai/text'));
    const model = createOpenaiModel(
      {
        provider: 'openai',
        baseUrl: `${server.baseUrl}/v1/`,
        apiKey: 'k',
        name: 'm',
        headers: { 'x-team': 'desk' },
      },
      { ...dependencies, fetch: server.fetch },
    );
    await collect(model, requestOf());
    const [seen] = server.seen;
    assert.deepEqual(
      [seen?.url, seen?.headers.authorization, seen?.headers['x-team']],
      ['/v1/chat/completions', 'Bearer k', 'desk'],
    );
  });
});
