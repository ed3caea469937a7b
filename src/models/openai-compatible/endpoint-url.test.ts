import assert from 'node:assert/strict';
import { it } from 'node:test';
import { endpointUrl } from './endpoint-url.ts';

for (const [baseUrl, expected] of [
  ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
  ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1/chat/completions'],
  ['https://api.openai.com/v1', 'https://api.openai.com/v1/chat/completions'],
  ['https://api.openai.com/v1//', 'https://api.openai.com/v1/chat/completions'],
  ['https://ark.example.com/api/v3', 'https://ark.example.com/api/v3/chat/completions'],
  ['https://host/v1/chat/completions/', 'https://host/v1/chat/completions'],
  ['https://host/openai?api-version=1#x', 'https://host/openai/chat/completions?api-version=1'],
] as const) {
  it(`calls ${expected} for ${baseUrl}`, () => assert.equal(endpointUrl(baseUrl), expected));
}
