import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSettings } from '../../agents/index.ts';
import type { Model, ModelRequest } from '../../models/index.ts';
import { maxSentCharacters, sentRequest } from './sent-request.ts';

const model = { name: 'm' } as Model;
const key = 'sk-a-secret-of-the-model';
const settings = completeSettings({
  model: { provider: 'openai', baseUrl: 'https://models.example', name: 'm', apiKey: key },
  tools: {
    http: [
      {
        name: 'find',
        description: '',
        method: 'GET',
        url: 'https://shop.example',
        headers: { authorization: 'Bearer token-of-the-shop' },
      },
    ],
  },
});
const request = (text: string, tool = ''): ModelRequest => ({
  messages: [
    { role: 'system', text },
    {
      role: 'user',
      parts: [
        { type: 'text', text: 'Look' },
        { type: 'image', name: 'a.png', mediaType: 'image/png', bytes: new Uint8Array(3) },
      ],
    },
    { role: 'tool', toolCallId: '1', toolName: 'find', text: tool },
  ],
  tools: [{ name: 'find', description: 'Finds orders', parameters: { type: 'object' } }],
  temperature: 0.5,
  signal: new AbortController().signal,
});

test('messages, tools and parameters are stored, files by name and size', () => {
  const sent = sentRequest({ model, request: request('Be kind.', 'found'), settings, steps: [] });
  assert.deepEqual(JSON.parse(JSON.stringify(sent)), {
    messages: [
      { role: 'system', text: 'Be kind.' },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'Look' },
          { type: 'image', name: 'a.png', mediaType: 'image/png', bytes: 3 },
        ],
      },
      { role: 'tool', toolCallId: '1', toolName: 'find', text: 'found' },
    ],
    tools: [{ name: 'find', description: 'Finds orders', parameters: { type: 'object' } }],
    temperature: 0.5,
    characters: sent.characters,
    isCut: false,
  });
});

test('secrets of the agent are masked in every text', () => {
  const echo = `called with Bearer token-of-the-shop, ${Buffer.from('token-of-the-shop').toString('base64')}`;
  const text = JSON.stringify(
    sentRequest({ model, request: request(`Key: ${key}`, echo), settings, steps: [] }),
  );
  for (const secret of [key, 'token-of-the-shop', Buffer.from('token-of-the-shop').toString('base64')])
    assert.ok(!text.includes(secret), secret);
  assert.match(text, /Key: \[secret\]/);
});

test('requests of a round share one limit', () => {
  const first = sentRequest({
    model,
    request: request('x'.repeat(maxSentCharacters - 200)),
    settings,
    steps: [],
  });
  assert.equal(first.isCut, false);
  const step = { kind: 'model', name: 'm', startMs: 0, durationMs: 1, detail: { request: first } } as const;
  const second = sentRequest({ model, request: request('y'.repeat(1000)), settings, steps: [step] });
  assert.equal(second.isCut, true);
  assert.ok(first.characters + second.characters <= maxSentCharacters);
});
