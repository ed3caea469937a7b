import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpTool } from '../agents/index.ts';
import { offeredParameters, placeArguments } from './argument-places.ts';

const toolOf = (method: HttpTool['method'], properties: object): HttpTool => ({
  name: 'orders',
  description: '',
  method,
  url: 'https://shop.example/orders',
  headers: {},
  parameters: { type: 'object', properties },
  timeoutMs: 1000,
});

test('arguments go to the body or the query by default, and where x-location says', () => {
  const properties = { region: { 'x-location': 'header' }, page: { 'x-location': 'query' }, note: {} };
  const values = { region: 'eu', page: 2, note: 'x', extra: true };
  assert.deepEqual(placeArguments(toolOf('POST', properties), values), {
    query: { page: 2 },
    headers: { region: 'eu' },
    body: { note: 'x', extra: true },
  });
  assert.deepEqual(placeArguments(toolOf('GET', properties), values), {
    query: { page: 2, note: 'x', extra: true },
    headers: { region: 'eu' },
    body: undefined,
  });
});

test('an argument can neither set a reserved header nor break out of its header', () => {
  const names = ['Host', 'authorization', 'Cookie', 'content-length', 'x-user-id', 'x y', 'X-Region'];
  const properties = Object.fromEntries(names.map((name) => [name, { 'x-location': 'header' }]));
  const values = Object.fromEntries(names.map((name) => [name, 'a\r\nX-Evil: 1']));
  assert.deepEqual(placeArguments(toolOf('GET', properties), values).headers, {
    'x-region': 'a%0D%0AX-Evil%3A%201',
  });
});

test('the model does not see x-location', () => {
  const tool = toolOf('GET', { a: { type: 'string', 'x-location': 'header' }, b: { type: 'integer' } });
  assert.deepEqual(offeredParameters(tool), {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'integer' } },
  });
});
