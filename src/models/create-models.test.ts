import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Value } from 'typebox/value';
import { systemClock } from '../lib/clock.ts';
import { createModels, ModelConfig, ModelError } from './index.ts';
import { collect, recorded, requestOf, startReplayServer } from './start-replay-server.ts';

const countTokens = (text: string): number => text.length;

describe('resolving a configuration', () => {
  it('returns the same model for equal configurations only', async () => {
    await using server = await startReplayServer();
    const models = createModels({ fetch: server.fetch, countTokens, clock: systemClock });
    const config = { provider: 'openai', baseUrl: 'http://127.0.0.1:1', name: 'a' } as const;
    assert.equal(models.resolve(config), models.resolve({ ...config }));
    assert.notEqual(models.resolve(config), models.resolve({ ...config, apiKey: 'other' }));
    assert.notEqual(models.resolve(config), models.resolve(config, { provider: 'embedded' }));
  });

  it('reports which files each model reads, with overrides of the configuration', async () => {
    await using server = await startReplayServer();
    const { resolve } = createModels({ fetch: server.fetch, countTokens, clock: systemClock });
    const baseUrl = 'http://127.0.0.1:1';
    assert.deepEqual(resolve({ provider: 'embedded' }).takes, {
      image: false,
      audio: false,
      document: false,
    });
    assert.deepEqual(resolve({ provider: 'openai', baseUrl, name: 'a', takes: { image: true } }).takes, {
      image: true,
      audio: false,
      document: false,
    });
    assert.equal(resolve({ provider: 'anthropic', name: 'a' }).takes.image, true);
    assert.equal(resolve({ provider: 'google', name: 'a', takes: { audio: false } }).takes.audio, false);
  });

  it('falls back to the embedded model when the server keeps failing', async () => {
    await using server = await startReplayServer(recorded('openai/broken/status-401'));
    const { resolve } = createModels({ fetch: server.fetch, countTokens, clock: systemClock });
    const model = resolve(
      { provider: 'openai', baseUrl: server.baseUrl, name: 'a' },
      { provider: 'embedded' },
    );
    const messages = [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'Hello' }] }];
    const { text, finish } = await collect(model, requestOf({ messages }));
    assert.match(text, /^Hello!/);
    assert.equal(finish?.answeredBy, 'embedded');
  });

  for (const provider of ['openai', 'anthropic', 'google'] as const) {
    it(`${provider}: an invalid base URL is rejected when it is used`, async () => {
      await using server = await startReplayServer();
      const { resolve } = createModels({ fetch: server.fetch, countTokens, clock: systemClock });
      const { error } = await collect(resolve({ provider, baseUrl: 'http://[', name: 'a' }), requestOf());
      assert.ok(error instanceof ModelError);
      assert.equal(error.failure, 'rejected');
    });
  }

  it('retries after a transient failure', async () => {
    await using server = await startReplayServer(
      recorded('openai/broken/status-500'),
      recorded('openai/text'),
    );
    const { resolve } = createModels({ fetch: server.fetch, countTokens, clock: systemClock });
    const { text } = await collect(
      resolve({ provider: 'openai', baseUrl: server.baseUrl, name: 'a' }),
      requestOf(),
    );
    assert.match(text, /^Lisbon/);
    assert.equal(server.seen.length, 2);
  });
});

describe('the schema of a configuration', () => {
  for (const config of [
    { provider: 'embedded' },
    { provider: 'openai', baseUrl: 'http://127.0.0.1:11434', name: 'llama3.2' },
    {
      provider: 'openai',
      baseUrl: 'https://h/v1',
      name: 'm',
      apiKey: 'k',
      maxTokensField: 'max_tokens',
      takes: {},
    },
    { provider: 'anthropic', name: 'claude', apiKey: 'k', takes: { image: true } },
    { provider: 'google', name: 'gemini', baseUrl: 'https://h' },
  ]) {
    it(`takes ${JSON.stringify(config)}`, () => assert.ok(Value.Check(ModelConfig, config)));
  }
  for (const config of [
    {},
    { provider: 'other' },
    { provider: 'openai', name: 'm' },
    { provider: 'openai', baseUrl: 'ftp://h', name: 'm' },
    { provider: 'openai', baseUrl: 'https://h', name: '' },
    { provider: 'anthropic', name: 'm', takes: { image: 'yes' } },
    { provider: 'google' },
  ]) {
    it(`refuses ${JSON.stringify(config)}`, () => assert.ok(!Value.Check(ModelConfig, config)));
  }
});
