import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { testSandbox } from '../../test/support/service/shared-workers.ts';
import type { HttpTool } from '../agents/index.ts';
import { createSafeFetch, type SafeFetch } from '../lib/safe-fetch/index.ts';
import { longestAnswer } from './answer-text.ts';
import { createHttpTool as createTool } from './http-tool.ts';

const createHttpTool = (tool: HttpTool, safeFetch: SafeFetch) =>
  createTool(tool, { safeFetch, sandbox: testSandbox });

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
};

/** A developer's API on loopback that records its requests. */
const startApi = async (
  context: TestContext,
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end('{"ok":true}'),
) => {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const call = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: await readBody(request),
    };
    received.push(call);
    answer(response, call);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const safeFetch = createSafeFetch({ allow: ['127.0.0.1'] });
  context.after(async () => {
    await safeFetch.close();
    server.closeAllConnections();
    server.close();
  });
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received, safeFetch };
};

const toolOf = (tool: Partial<HttpTool>): HttpTool => ({
  name: 'find_order',
  description: '',
  method: 'GET',
  url: '',
  headers: {},
  parameters: {
    type: 'object',
    properties: { id: { type: 'string' }, page: { type: 'integer' }, tags: { type: 'array' } },
    required: ['id'],
  },
  timeoutMs: 5000,
  ...tool,
});

const caller = (signal = new AbortController().signal) => ({
  workspaceId: 'w',
  userId: 'user-1',
  isUserProven: true,
  conversationId: '0123456789abcdef01234567',
  signal,
});

test('path arguments fill the template, and other arguments of a GET go into the query', async (context) => {
  const { base, received, safeFetch } = await startApi(context);
  const call = createHttpTool(toolOf({ url: `${base}/orders/{id}?lang=en` }), safeFetch);
  const answer = await call('{"id":"A 1/ü","page":2,"tags":["x","y&z"]}', caller());
  assert.deepEqual([answer.text, answer.isError], ['{"ok":true}', false]);
  assert.equal(received[0]!.url, '/orders/A%201%2F%C3%BC?lang=en&page=2&tags=x&tags=y%26z');
});

test('other arguments go into the JSON body of a POST', async (context) => {
  const { base, received, safeFetch } = await startApi(context);
  const tool = toolOf({ method: 'POST', url: `${base}/orders/{id}/notes?page={page}` });
  await createHttpTool(tool, safeFetch)('{"id":"7","tags":["a"]}', caller());
  assert.equal(received[0]!.url, '/orders/7/notes', 'a query pair without its argument is omitted');
  assert.deepEqual(JSON.parse(received[0]!.body), { tags: ['a'] });
  assert.equal(received[0]!.headers['content-type'], 'application/json');
});

test('every call contains the user and the conversation, with any configured headers', async (context) => {
  const { base, received, safeFetch } = await startApi(context);
  const headers = { Authorization: 'Bearer secret', 'X-USER-ID': 'admin', 'X-Blank': ' ' };
  await createHttpTool(toolOf({ url: `${base}/{id}`, headers }), safeFetch)('{"id":"1"}', caller());
  assert.equal(received[0]!.headers['x-user-id'], 'user-1');
  assert.equal(received[0]!.headers['x-user-proven'], 'true');
  assert.equal(received[0]!.headers['x-conversation-id'], '0123456789abcdef01234567');
  assert.equal(received[0]!.headers.authorization, 'Bearer secret');
  assert.ok(!('x-blank' in received[0]!.headers));
});

test('a user id that is invalid in a header is percent-encoded', async (context) => {
  const { base, received, safeFetch } = await startApi(context);
  const call = createHttpTool(toolOf({ url: `${base}/{id}` }), safeFetch);
  const ids = ['用户', 'a\r\nX-Admin: 1', '%E7%94%A8', 'two words', 'lone \ud800'];
  for (const userId of ids) await call('{"id":"1"}', { ...caller(), userId });
  const seen = received.map(({ headers }) => String(headers['x-user-id']));
  assert.deepEqual(
    seen.map((id) => decodeURIComponent(id)),
    ids.map((id) => id.toWellFormed()),
  );
  assert.ok(received.every(({ headers }) => !('x-admin' in headers)));
});

const hostile = ['..', '.', '', '%2e%2e'];
for (const id of [
  '../../admin',
  'a?admin=1',
  'a#b',
  '\\..\\x',
  '//evil.example',
  '@evil.example',
  ...hostile,
]) {
  test(`an argument ${JSON.stringify(id)} cannot leave its place in the URL`, async (context) => {
    const { base, received, safeFetch } = await startApi(context);
    const call = createHttpTool(toolOf({ url: `${base}/v1/orders/{id}/items` }), safeFetch);
    const answer = await call(JSON.stringify({ id }), caller());
    if (received.length === 0) return assert.ok(answer.isError);
    const segments = received[0]!.url.split('/');
    assert.deepEqual([segments[1], segments[2], segments[4]], ['v1', 'orders', 'items']);
    assert.equal(segments.length, 5);
    assert.equal(decodeURIComponent(segments[3]!), id);
  });
}

test('two arguments that make ".." together are refused', async (context) => {
  const { base, received, safeFetch } = await startApi(context);
  const parameters = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } };
  const call = createHttpTool(toolOf({ url: `${base}/v1/{a}{b}`, parameters }), safeFetch);
  assert.ok((await call('{"a":".","b":"."}', caller())).isError);
  assert.equal(received.length, 0);
});

test('a placeholder in the host makes the tool unusable, so that the model cannot choose a server', async (context) => {
  const { safeFetch } = await startApi(context);
  for (const url of ['http://{id}/x', 'http://a.{id}:80/', '{id}', 'ftp://a/{id}', 'http://127.0.0.1{id}/']) {
    const answer = await createHttpTool(toolOf({ url }), safeFetch)('{"id":"127.0.0.1"}', caller());
    assert.ok(answer.isError, url);
    assert.match(answer.text, /misconfigured/);
  }
});

for (const [name, text, expected] of [
  ['no JSON', '{"id":', /one JSON object/],
  ['a list', '[1]', /one JSON object/],
  ['a wrong type', '{"id":1}', /id must be string/],
  ['a missing argument', '{}', /required property 'id'/],
  ['an undeclared argument', '{"id":"1","admin":true}', /additional properties \("admin"\)/],
  ['a megabyte', JSON.stringify({ id: 'x'.repeat(1_000_000) }), /longer than/],
] as const) {
  test(`arguments that are ${name} are an error for the model and are not sent`, async (context) => {
    const { base, received, safeFetch } = await startApi(context);
    const answer = await createHttpTool(toolOf({ url: `${base}/{id}` }), safeFetch)(text, caller());
    assert.ok(answer.isError);
    assert.match(answer.text, expected);
    assert.equal(received.length, 0);
  });
}

test('an invalid schema or an endless pattern is an error and does not end the process', async (context) => {
  const { base, received, safeFetch } = await startApi(context);
  const broken = toolOf({ url: `${base}/x`, parameters: { type: 'nothing' } });
  assert.match((await createHttpTool(broken, safeFetch)('{}', caller())).text, /not a valid JSON Schema/);
  const endless = { type: 'object', properties: { id: { type: 'string', pattern: '^(a+)+$' } } };
  const call = createHttpTool(toolOf({ url: `${base}/{id}`, parameters: endless }), safeFetch);
  const { text, isError } = await call(JSON.stringify({ id: `${'a'.repeat(60)}!` }), caller());
  assert.ok(isError);
  assert.match(text, /takes too much time or memory/);
  assert.equal((await call('{"id":"aaa"}', caller())).isError, false);
  assert.equal(received.length, 1);
});

test('a status other than 2xx is an error that names the status and shows the body', async (context) => {
  const { base, safeFetch } = await startApi(context, (response) => {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no such order"}');
  });
  const answer = await createHttpTool(toolOf({ url: `${base}/{id}` }), safeFetch)('{"id":"1"}', caller());
  assert.ok(answer.isError);
  assert.match(answer.text, /status 404[\s\S]*no such order/);
});

test('a huge answer and a decompression bomb are cut', async (context) => {
  const { base, safeFetch } = await startApi(context, (response) => {
    response.setHeader('content-type', 'text/plain');
    for (let piece = 0; piece < 64; piece += 1) response.write('0123456789abcdef'.repeat(4096));
    response.end();
  });
  const answer = await createHttpTool(toolOf({ url: `${base}/{id}` }), safeFetch)('{"id":"1"}', caller());
  assert.equal(answer.isError, false);
  assert.ok(answer.text.length < longestAnswer + 100);
  assert.match(answer.text, /cut: the answer is longer/);
});

test('binary and empty answers are described, and NULs are dropped', async (context) => {
  const { base, safeFetch } = await startApi(context, (response, { url }) => {
    if (url === '/image') response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(10));
    else if (url === '/none') response.writeHead(204).end();
    else response.end('a\0b');
  });
  const call = createHttpTool(toolOf({ url: `${base}/{id}` }), safeFetch);
  assert.match((await call('{"id":"image"}', caller())).text, /image\/png/);
  assert.match((await call('{"id":"none"}', caller())).text, /empty answer, status 204/);
  assert.equal((await call('{"id":"nul"}', caller())).text, 'ab');
});

test('a tool that is slow, redirects, sends garbage or is missing is an error without its URL', async (context) => {
  const { base, safeFetch } = await startApi(context, (response, { url }) => {
    if (url === '/redirect') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else if (url === '/nonsense') response.socket?.end('nonsense\r\n\r\n');
    else if (url === '/stall') response.write('half');
  });
  for (const [id, timeoutMs, expected] of [
    ['slow', 150, /within 150 ms/],
    ['stall', 150, /within 150 ms/],
    ['redirect', 60_000, /redirect/],
    ['nonsense', 60_000, /could not be reached/],
  ] as const) {
    const call = createHttpTool(toolOf({ url: `${base}/{id}`, timeoutMs }), safeFetch);
    const answer = await call(JSON.stringify({ id }), caller());
    assert.ok(answer.isError, id);
    assert.match(answer.text, expected);
    assert.doesNotMatch(answer.text, /127\.0\.0\.1/);
    assert.match(answer.detail ?? '', /127\.0\.0\.1/);
  }
});

test('private addresses are refused in every spelling unless they are allowed', async (context) => {
  const { base, received } = await startApi(context);
  const safeFetch = createSafeFetch({ allow: [] });
  context.after(() => safeFetch.close());
  const { port } = new URL(base);
  for (const host of ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const tool = toolOf({ url: `http://${host}:${port}/{id}`, timeoutMs: 60_000 });
    const answer = await createHttpTool(tool, safeFetch)('{"id":"1"}', caller());
    assert.ok(answer.isError, host);
    assert.match(answer.text, /not allowed/, host);
  }
  assert.equal(received.length, 0);
});

test('an aborted round ends the call with the reason of the abort', async (context) => {
  const { base, safeFetch } = await startApi(context, () => {});
  const controller = new AbortController();
  const pending = createHttpTool(toolOf({ url: `${base}/{id}` }), safeFetch)(
    '{"id":"1"}',
    caller(controller.signal),
  );
  controller.abort(new Error('stopped by the user'));
  await assert.rejects(pending, /stopped by the user/);
});
