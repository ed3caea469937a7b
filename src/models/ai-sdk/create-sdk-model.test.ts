import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../lib/clock.ts';
import { createAnthropicModel } from '../anthropic.ts';
import { createGoogleModel } from '../google.ts';
import { type Model, ModelError, type ModelMessage, type ModelRequest, type ToolCall } from '../port.ts';
import {
  type Answer,
  type Collected,
  collect,
  type ReplayServer,
  recorded,
  requestOf,
  startReplayServer,
} from '../start-replay-server.ts';
import { defaultTimeouts } from '../timeouts.ts';

const countTokens = (text: string): number => text.split(/\s+/).filter((word) => word !== '').length;

const modelOf = (provider: 'anthropic' | 'google', { baseUrl, fetch }: ReplayServer): Model => {
  const dependencies = { fetch, countTokens, timeouts: defaultTimeouts, clock: systemClock };
  return provider === 'anthropic'
    ? createAnthropicModel({ provider, baseUrl, apiKey: 'secret', name: 'claude-sonnet-4-5' }, dependencies)
    : createGoogleModel({ provider, baseUrl, apiKey: 'secret', name: 'gemini-2.5-flash' }, dependencies);
};

const ask = async (
  provider: 'anthropic' | 'google',
  answer: Answer,
  request: Partial<ModelRequest> = {},
): Promise<Collected & { sent: Record<string, unknown>; server: ReplayServer }> => {
  await using server = await startReplayServer(answer);
  const collected = await collect(modelOf(provider, server), requestOf(request));
  return { ...collected, server, sent: (server.seen[0]?.body ?? {}) as Record<string, unknown> };
};

const failureOf = ({ error }: Collected): unknown => (error instanceof ModelError ? error.failure : error);

const weatherTool = {
  name: 'get_weather',
  description: 'Weather of a city',
  parameters: { type: 'object', properties: { city: { type: 'string' } } },
};

/** The request after a tool call, with what the provider needs again. */
const afterCalls = (toolCalls: ToolCall[]): ModelMessage[] => [
  { role: 'user', parts: [{ type: 'text', text: 'Weather?' }] },
  { role: 'assistant', text: '', toolCalls },
  ...toolCalls.map(
    ({ id, name }): ModelMessage => ({ role: 'tool', toolCallId: id, toolName: name, text: 'sunny' }),
  ),
];

describe('Anthropic', () => {
  it('streams text and counts cached tokens as part of the prompt', async () => {
    const { text, finish, server } = await ask('anthropic', recorded('anthropic/text'));
    assert.equal(text, 'Lisbon is the capital.');
    assert.equal(finish?.reason, 'stop');
    assert.deepEqual(
      [finish?.usage.promptTokens, finish?.usage.promptCachedTokens, finish?.usage.completionTokens],
      [135, 100, 15],
    );
    assert.deepEqual([server.seen[0]?.url, server.seen[0]?.headers['x-api-key']], ['/v1/messages', 'secret']);
  });

  it('reads the same from single bytes', async () => {
    assert.equal(
      (await ask('anthropic', recorded('anthropic/text', { pieceBytes: 1 }))).text,
      'Lisbon is the capital.',
    );
  });

  it('yields reasoning, text and tool calls, and returns the signed reasoning in the next request', async () => {
    const first = await ask('anthropic', recorded('anthropic/thinking-tools'), { tools: [weatherTool] });
    assert.deepEqual([first.reasoning, first.text], ['I need the weather.', 'Let me look.']);
    const [call] = first.calls;
    assert.deepEqual([call?.name, call?.argumentsText], ['get_weather', '{"city": "Lisbon"}']);
    assert.equal(first.finish?.reason, 'tool-calls');

    const next = await ask('anthropic', recorded('anthropic/text'), {
      tools: [weatherTool],
      reasoning: 'low',
      messages: afterCalls(structuredClone(first.calls)),
    });
    const messages = next.sent.messages as {
      role: string;
      content: { type: string; signature?: string }[];
    }[];
    const assistant = messages.find(({ role }) => role === 'assistant');
    assert.deepEqual(
      assistant?.content.map(({ type }) => type),
      ['thinking', 'tool_use'],
    );
    assert.equal(assistant?.content[0]?.signature, 'EqQBCgIYAhIM1gbcDa9GJwZA2b3h');
  });

  it('sends images and gathers system texts at the front', async () => {
    const { sent } = await ask('anthropic', recorded('anthropic/text'), {
      messages: [
        { role: 'system', text: 'Be brief.' },
        {
          role: 'user',
          parts: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', mediaType: 'image/png', name: 'a.png', bytes: Uint8Array.of(1, 2, 3) },
          ],
        },
        { role: 'assistant', text: 'A dot.' },
        { role: 'system', text: 'The user is in Porto.' },
        { role: 'user', parts: [{ type: 'text', text: 'Sure?' }] },
      ],
    });
    assert.match(JSON.stringify(sent.system), /Be brief\..*The user is in Porto\./);
    assert.match(JSON.stringify(sent.messages), /"media_type":"image\/png","data":"AQID"/);
  });

  for (const [name, failure, textBefore] of [
    ['overloaded-mid-stream', 'server-error', 'Lis'],
    ['overloaded-first', 'server-error', ''],
    ['cut', 'cut', 'Lisbon is'],
    ['cut-json', 'garbage', 'Lisbon is'],
    ['status-529', 'server-error', ''],
    ['status-401', 'rejected', ''],
  ] as const) {
    it(`${name} is reported as ${failure}`, async () => {
      const collected = await ask('anthropic', recorded(`anthropic/broken/${name}`));
      assert.equal(failureOf(collected), failure);
      assert.equal(collected.text, textBefore);
      assert.equal(collected.finish, undefined);
    });
  }

  it('passes on the delay that an overloaded server requests', async () => {
    const { error } = await ask('anthropic', recorded('anthropic/broken/status-529'));
    assert.ok(error instanceof ModelError && error.retryAfterMs === 3000);
  });

  it('an unsupported kind of file is rejected without a call', async () => {
    const bytes = Uint8Array.of(1);
    const collected = await ask('anthropic', recorded('anthropic/text'), {
      messages: [{ role: 'user', parts: [{ type: 'audio', mediaType: 'audio/mpeg', name: 'a.mp3', bytes }] }],
    });
    assert.deepEqual([failureOf(collected), collected.server.seen.length], ['rejected', 0]);
  });
});

describe('Google', () => {
  it('streams text and thoughts and reports audio, cached and thinking tokens', async () => {
    const { text, reasoning, finish, server } = await ask('google', recorded('google/text'));
    assert.deepEqual(
      [text, reasoning, finish?.reason],
      ['Lisbon is the capital.', 'Capital question.', 'stop'],
    );
    assert.deepEqual(finish?.usage, {
      promptTokens: 32,
      promptAudioTokens: 12,
      promptCachedTokens: 16,
      completionTokens: 39,
      reasoningTokens: 30,
      completionAudioTokens: 0,
      estimated: false,
    });
    assert.match(
      server.seen[0]?.url ?? '',
      /^\/v1beta\/models\/gemini-2\.5-flash:streamGenerateContent\?alt=sse$/,
    );
  });

  it('yields tool calls and returns their signature in the next request', async () => {
    const first = await ask('google', recorded('google/tools'), { tools: [weatherTool] });
    assert.deepEqual(
      first.calls.map(({ name, argumentsText }) => [name, argumentsText]),
      [
        ['get_weather', '{"city":"Lisbon"}'],
        ['get_time', '{}'],
      ],
    );
    assert.equal(first.finish?.reason, 'tool-calls');
    const next = await ask('google', recorded('google/text'), {
      tools: [weatherTool],
      messages: afterCalls(structuredClone(first.calls)),
    });
    assert.match(JSON.stringify(next.sent.contents), /"thoughtSignature":"CpcBAdHtim9zSignature"/);
  });

  it('does not send the reasoning of one provider to another', async () => {
    const first = await ask('anthropic', recorded('anthropic/thinking-tools'), { tools: [weatherTool] });
    const next = await ask('google', recorded('google/text'), { messages: afterCalls(first.calls) });
    assert.doesNotMatch(JSON.stringify(next.sent), /I need the weather|EqQBCgIYAhIM1gbcDa9GJwZA2b3h/);
  });

  it('a blocked prompt ends as filtered', async () => {
    assert.equal((await ask('google', recorded('google/broken/blocked'))).finish?.reason, 'content-filter');
  });

  for (const [name, failure, textBefore] of [
    ['cut', 'cut', 'Lisbon'],
    ['error-mid-stream', 'rate-limited', 'Lis'],
    ['status-503', 'server-error', ''],
  ] as const) {
    it(`${name} is reported as ${failure}`, async () => {
      const collected = await ask('google', recorded(`google/broken/${name}`));
      assert.equal(failureOf(collected), failure);
      assert.equal(collected.text, textBefore);
    });
  }
});

describe('both', { timeout: 20_000 }, () => {
  for (const provider of ['anthropic', 'google'] as const) {
    it(`${provider}: a web page or an empty response is an error`, async () => {
      assert.equal(failureOf(await ask(provider, recorded('openai/broken/web-page'))), 'garbage');
      assert.equal(failureOf(await ask(provider, recorded('openai/broken/empty'))), 'cut');
    });

    it(`${provider}: a connection that breaks during the reply is an error`, async () => {
      const collected = await ask(
        provider,
        recorded(`${provider}/broken/cut`, { afterwards: 'break', pieceBytes: 60 }),
      );
      assert.ok(['unreachable', 'cut'].includes(String(failureOf(collected))));
      assert.equal(collected.finish, undefined);
    });

    it(`${provider}: an abort ends the call with its reason and closes the connection`, async () => {
      await using server = await startReplayServer(
        recorded(`${provider}/broken/cut`, { afterwards: 'hang' }),
      );
      const controller = new AbortController();
      const reason = new Error('stopped by the user');
      const request = requestOf({ signal: controller.signal });
      const answered = modelOf(provider, server).answer(request, () => controller.abort(reason));
      await assert.rejects(answered, reason);
      while (server.openAnswers() > 0) await new Promise((resolve) => setImmediate(resolve));
    });

    it(`${provider}: a consumer that stops reading closes the connection`, async () => {
      await using server = await startReplayServer(
        recorded(`${provider}/broken/cut`, { afterwards: 'hang' }),
      );
      const answered = modelOf(provider, server).answer(requestOf(), () => {
        throw new Error('enough');
      });
      await assert.rejects(answered);
      while (server.openAnswers() > 0) await new Promise((resolve) => setImmediate(resolve));
    });

    it(`${provider}: a missing server is unreachable`, async () => {
      const server = await startReplayServer();
      await server[Symbol.asyncDispose]();
      await using other = await startReplayServer();
      const collected = await collect(modelOf(provider, { ...other, baseUrl: server.baseUrl }), requestOf());
      assert.equal(failureOf(collected), 'unreachable');
    });
  }
});
