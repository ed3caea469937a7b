import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { type TestContext, test } from 'node:test';
import { startMcpServer } from '../../test/support/servers/mcp-server.ts';
import { createSafeFetch } from '../lib/safe-fetch/index.ts';
import { createCheckMcp } from './check-mcp.ts';

const openCheck = async (context: TestContext, allow = ['127.0.0.1']) => {
  const safeFetch = createSafeFetch({ allow });
  const receiver = await startMcpServer();
  context.after(() => safeFetch.close());
  context.after(() => receiver.close());
  const checkMcp = createCheckMcp({ safeFetch });
  const check = (more: object = {}) =>
    checkMcp({ name: 'city', url: `${receiver.url}/mcp`, headers: {}, timeoutMs: 20_000, ...more });
  return { receiver, check };
};

test('a working server is reported with its tools as a model sees them, without the cache', async (context) => {
  const { receiver, check } = await openCheck(context);
  const answer = await check({ headers: { 'X-Key': 'secret' } });
  assert.deepEqual(
    [answer.ok, answer.tools],
    [
      true,
      [
        { name: 'city_weather', description: 'The weather of a city' },
        { name: 'city_tides', description: '' },
      ],
    ],
  );
  assert.ok(receiver.calls.every(({ headers }) => headers['x-key'] === 'secret'));
  await check();
  assert.equal(receiver.calls.filter(({ body }) => body.includes('tools/list')).length, 2);
});

const html = (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<p>');
const status = (code: number) => (response: ServerResponse) =>
  response.writeHead(code).end('internal-host-7 stack trace');
const refusal = (response: ServerResponse) =>
  response
    .setHeader('content-type', 'application/json')
    .end('{"jsonrpc":"2.0","id":0,"error":{"code":-32600,"message":"bad key top-secret"}}');

for (const [name, respond, reason] of [
  ['an HTML page', html, /does not speak MCP/],
  ['401', status(401), /answered 401: it rejected the credentials/],
  ['404', status(404), /answered 404: there is no MCP server/],
  ['500', status(500), /^The server answered 500\.$/],
  ['a refusal that repeats our key', refusal, /bad key \[header\]$/],
] as const)
  test(`${name} in place of tools is explained without the server text or our secrets`, async (context) => {
    const { receiver, check } = await openCheck(context);
    receiver.answerWith((_call, response) => void respond(response));
    const answer = await check({ headers: { 'X-Key': 'top-secret' } });
    assert.deepEqual([answer.ok, answer.tools], [false, []]);
    assert.match(answer.reason ?? '', reason);
    assert.doesNotMatch(answer.reason ?? '', /internal-host|top-secret/);
  });

test('a silent server, a missing one and one that is not allowed have different errors', async (context) => {
  const { receiver, check } = await openCheck(context);
  receiver.answerWith(() => {});
  assert.match((await check({ timeoutMs: 150 })).reason ?? '', /did not answer within 150 ms/);
  await receiver.close();
  assert.match((await check()).reason ?? '', /127\.0\.0\.1/);
  const restricted = await openCheck(context, []);
  assert.equal((await restricted.check()).ok, false);
  assert.equal(restricted.receiver.calls.length, 0);
});
