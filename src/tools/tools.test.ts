import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';
import { testSandbox } from '../../test/support/service/shared-workers.ts';
import { completeSettings } from '../agents/index.ts';
import { createSafeFetch } from '../lib/safe-fetch/index.ts';
import { longestAnswer } from './answer-text.ts';
import { createTools } from './tools.ts';

interface McpStub {
  tools: Tool[];
  answer: (name: string, values: Record<string, unknown>) => CallToolResult | Promise<CallToolResult>;
}

const listen = async (context: TestContext, listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
};

/** A real MCP server on loopback, with sessions, that records its requests. */
const startMcp = async (context: TestContext, stub: McpStub) => {
  const requests: { method: string; rpc: string; headers: IncomingMessage['headers'] }[] = [];
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  let sessionCount = 0;

  const openSession = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => `session-${++sessionCount}`,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = new Server({ name: 'stub', version: '1' }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: stub.tools }));
    server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
      stub.answer(params.name, params.arguments ?? {}),
    );
    await server.connect(transport);
    return transport;
  };

  const url = await listen(context, async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = text === '' ? undefined : JSON.parse(text);
    requests.push({ method: request.method ?? '', rpc: body?.method ?? '', headers: request.headers });
    const known = sessions.get(String(request.headers['mcp-session-id']));
    await (known ?? (await openSession())).handleRequest(request, response, body);
  });
  return { url, requests, sessions, callsOf: (rpc: string) => requests.filter((each) => each.rpc === rpc) };
};

const weather: Tool = {
  name: 'weather',
  description: 'The weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
const sunny: McpStub = {
  tools: [weather],
  answer: (_, { city }) => ({ content: [{ type: 'text', text: `Sunny in ${city}` }] }),
};

const openTools = (context: TestContext, allow = ['127.0.0.1']) => {
  const safeFetch = createSafeFetch({ allow });
  context.after(() => safeFetch.close());
  const clock = { ms: 1_000_000 };
  const warnings: string[] = [];
  const tools = createTools({
    safeFetch,
    clock: { nowMs: () => clock.ms },
    log: { warn: (_, message) => void warnings.push(message) },
    sandbox: testSandbox,
  });
  const signal = new AbortController().signal;
  const open = (settings: object, userId = 'user-1') =>
    tools.open({
      agent: { settings: completeSettings({ tools: settings }) },
      workspaceId: 'w',
      userId,
      isUserProven: true,
      conversationId: '0123456789abcdef01234567',
      signal,
    });
  return { open, clock, warnings, signal };
};

const serverAt = (url: string, more: object = {}) => ({
  name: 'city',
  url,
  headers: {},
  timeoutMs: 60_000,
  ...more,
});

test('an agent without tools gets none, and an unknown name is an error for the model', async (context) => {
  const { open, signal } = openTools(context);
  const box = await open({});
  assert.deepEqual([box.offers, box.warnings], [[], []]);
  const answer = await box.call('nothing', '{}', signal);
  assert.ok(answer.isError);
  assert.match(answer.text, /no tool named "nothing"/);
});

test('HTTP tools are offered with an object schema and called by name', async (context) => {
  const seen: string[] = [];
  const url = await listen(context, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers['x-user-id']}`);
    response.end('done');
  });
  const { open, signal } = openTools(context);
  const box = await open({ http: [{ name: 'ping', description: 'Pings', method: 'GET', url }] });
  assert.deepEqual(box.offers, [
    { name: 'ping', description: 'Pings', parameters: { type: 'object', properties: {} } },
  ]);
  assert.equal((await box.call('ping', '', signal)).text, 'done');
  assert.deepEqual(seen, ['GET /mcp user-1']);
});

test('tools of an MCP server are offered under its name and called with the user and the conversation', async (context) => {
  const mcp = await startMcp(context, sunny);
  const { open, signal } = openTools(context);
  const box = await open({
    mcp: [serverAt(mcp.url, { headers: { Authorization: 'Bearer secret', 'X-User-Id': 'admin' } })],
  });
  assert.deepEqual(box.offers, [
    { name: 'city_weather', description: 'The weather of a city', parameters: weather.inputSchema },
  ]);
  const answer = await box.call('city_weather', '{"city":"Rome"}', signal);
  assert.deepEqual([answer.text, answer.isError], ['Sunny in Rome', false]);
  const [call] = mcp.callsOf('tools/call');
  assert.equal(call!.headers['x-user-id'], 'user-1');
  assert.equal(call!.headers['x-conversation-id'], '0123456789abcdef01234567');
  assert.equal(call!.headers.authorization, 'Bearer secret');
  assert.ok(
    mcp.requests.every(({ method }) => method !== 'GET'),
    'no connection is kept open for events',
  );
  await box.close();
});

test('calls of one round share a session, calls of two users never do, and the session is ended', async (context) => {
  const mcp = await startMcp(context, sunny);
  const { open, signal } = openTools(context);
  const settings = { mcp: [serverAt(mcp.url)] };
  const [first, second] = [await open(settings, 'ada'), await open(settings, 'bob')];
  for (const box of [first, first, second]) await box.call('city_weather', '{"city":"Oslo"}', signal);
  const ids = mcp.callsOf('tools/call').map(({ headers }) => headers['mcp-session-id']);
  assert.equal(ids[0], ids[1]);
  assert.notEqual(ids[0], ids[2]);
  await Promise.all([first.close(), second.close()]);
  assert.ok(ids.every((id) => !mcp.sessions.has(String(id))));
});

test('the list of tools is cached for some minutes', async (context) => {
  const mcp = await startMcp(context, sunny);
  const { open, clock } = openTools(context);
  const settings = { mcp: [serverAt(mcp.url)] };
  await Promise.all([open(settings), open(settings), open(settings)]);
  await open(settings);
  assert.equal(mcp.callsOf('tools/list').length, 1);
  clock.ms += 10 * 60_000;
  await open(settings);
  assert.equal(mcp.callsOf('tools/list').length, 2);
});

test('a server that is down causes a warning, does not fail the round, and is skipped for a while', async (context) => {
  let requests = 0;
  const url = await listen(context, () => {
    requests += 1;
  });
  const { open, clock, warnings } = openTools(context);
  const settings = {
    http: [{ name: 'ping', description: '', method: 'GET', url }],
    mcp: [serverAt(url, { timeoutMs: 150 })],
  };
  for (let round = 0; round < 3; round += 1) {
    const box = await open(settings);
    assert.deepEqual(
      box.offers.map(({ name }) => name),
      ['ping'],
    );
    assert.match(box.warnings[0] ?? '', /^MCP server city: /);
  }
  // On a busy machine fewer requests reach it, because the time is over before they are sent.
  assert.ok(requests <= 1);
  assert.equal(warnings.length, 1);
  clock.ms += 31_000;
  await open(settings);
  assert.ok(requests <= 2);
  assert.equal(warnings.length, 2);
});

for (const [name, respond] of [
  ['an HTML page', (response: ServerResponse) => response.setHeader('content-type', 'text/html').end('<p>')],
  [
    'broken JSON',
    (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('{"js'),
  ],
  [
    'another shape',
    (response: ServerResponse) => response.setHeader('content-type', 'application/json').end('[1]'),
  ],
  ['a failure', (response: ServerResponse) => response.writeHead(500).end('stack trace')],
  [
    'a redirect inside',
    (response: ServerResponse) => response.writeHead(307, { location: 'http://169.254.169.254/' }).end(),
  ],
  [
    'a broken stream',
    (response: ServerResponse) => {
      response.setHeader('content-type', 'text/event-stream').write('data: {"jso');
      response.socket?.destroySoon();
    },
  ],
] as const) {
  test(`an MCP server that answers with ${name} is a warning`, async (context) => {
    const url = await listen(context, (request, response) => {
      request.resume();
      respond(response);
    });
    const { open } = openTools(context);
    const box = await open({ mcp: [serverAt(url, { timeoutMs: 300 })] });
    assert.deepEqual(box.offers, []);
    assert.equal(box.warnings.length, 1);
  });
}

test('an MCP server on a private address is refused unless it is allowed', async (context) => {
  const mcp = await startMcp(context, sunny);
  const { open } = openTools(context, []);
  const box = await open({ mcp: [serverAt(mcp.url)] });
  assert.deepEqual(box.offers, []);
  assert.equal(mcp.requests.length, 0);
});

test('the answer of an MCP tool is limited text, and its errors are returned', async (context) => {
  const mcp = await startMcp(context, {
    tools: ['huge', 'mixed', 'structured', 'failed', 'thrown'].map((name) => ({ ...weather, name })),
    answer: (name) => {
      if (name === 'huge') return { content: [{ type: 'text', text: 'x'.repeat(500_000) }] };
      if (name === 'structured') return { content: [], structuredContent: { degrees: 21 } };
      if (name === 'failed') return { content: [{ type: 'text', text: 'no such city' }], isError: true };
      if (name === 'thrown') throw new Error('city is not a string');
      return {
        content: [
          { type: 'image', data: 'AAAA', mimeType: 'image/png' },
          { type: 'resource', resource: { uri: 'file:///a', text: 'from a resource' } },
        ],
      };
    },
  });
  const { open, signal } = openTools(context);
  const box = await open({ mcp: [serverAt(mcp.url)] });
  const call = (name: string) => box.call(`city_${name}`, '{"city":"Rome"}', signal);
  assert.ok((await call('huge')).text.length < longestAnswer + 100);
  assert.equal((await call('structured')).text, '{"degrees":21}');
  assert.equal((await call('mixed')).text, '(image of type image/png)\nfrom a resource');
  const failed = await call('failed');
  assert.deepEqual([failed.text, failed.isError], ['no such city', true]);
  assert.ok((await call('thrown')).isError);
  assert.equal((await call('structured')).isError, false, 'the session is usable after an error');
  for (const text of ['not json', '[]', `{"city":"${'x'.repeat(100_000)}"}`])
    assert.ok((await box.call('city_mixed', text, signal)).isError);
  await box.close();
});

test('an MCP server that echoes its own key does not show it to the model', async (context) => {
  const key = 'key-of-the-weather-server';
  const mcp = await startMcp(context, {
    tools: [weather],
    answer: (_, { city }) => {
      if (city === 'Atlantis') throw new McpError(ErrorCode.InvalidParams, `No city for ${key}`);
      return { content: [{ type: 'text', text: `You sent Bearer ${key}` }] };
    },
  });
  const { open, signal } = openTools(context);
  const box = await open({ mcp: [serverAt(mcp.url, { headers: { Authorization: `Bearer ${key}` } })] });
  const answer = await box.call('city_weather', '{"city":"Rome"}', signal);
  assert.equal(answer.text, 'You sent [secret]');
  const refused = await box.call('city_weather', '{"city":"Atlantis"}', signal);
  assert.match(refused.text, /No city for \[secret\]/);
  await box.close();
});

test('a slow MCP tool ends with a timeout, an aborted one with the reason', async (context) => {
  const mcp = await startMcp(context, { tools: [weather], answer: () => new Promise(() => {}) });
  const { open, signal } = openTools(context);
  const box = await open({ mcp: [serverAt(mcp.url)] });
  const controller = new AbortController();
  const pending = box.call('city_weather', '{"city":"Rome"}', controller.signal);
  controller.abort(new Error('stopped by the user'));
  await assert.rejects(pending, /stopped by the user/);
  await box.close();
  const withTimeout = await open({ mcp: [serverAt(mcp.url, { timeoutMs: 400 })] });
  const answer = await withTimeout.call('city_weather', '{"city":"Rome"}', signal);
  assert.ok(answer.isError);
  assert.doesNotMatch(answer.text, /127\.0\.0\.1/);
  await withTimeout.close();
});

test('invalid and duplicate tool names are replaced', async (context) => {
  const names = ['ok', 'with space', 'with/space', 'ä'.repeat(100), 'ok'];
  const mcp = await startMcp(context, { ...sunny, tools: names.map((name) => ({ ...weather, name })) });
  const { open, signal } = openTools(context);
  const box = await open({ mcp: [serverAt(mcp.url)] });
  assert.equal(box.offers.length, 4);
  assert.equal(new Set(box.offers.map(({ name }) => name)).size, 4);
  for (const { name } of box.offers) {
    assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
    assert.equal((await box.call(name, '{"city":"Bonn"}', signal)).text, 'Sunny in Bonn');
  }
  assert.match(box.warnings[0] ?? '', /another tool is already named city_ok/);
  await box.close();
});

test('a server with hundreds of tools and endless schemas is limited', async (context) => {
  const inputSchema = { type: 'object' as const, description: 'x'.repeat(100_000) };
  const tools = Array.from({ length: 100 }, (_, index) => ({
    name: `tool${index}`,
    inputSchema: index === 0 ? inputSchema : weather.inputSchema,
  }));
  const mcp = await startMcp(context, { ...sunny, tools });
  const { open } = openTools(context);
  const box = await open({ mcp: [serverAt(mcp.url)] });
  assert.equal(box.offers.length, 64);
  assert.deepEqual(box.offers[0]!.parameters, { type: 'object' });
  assert.match(box.warnings[0] ?? '', /first 64/);
});
