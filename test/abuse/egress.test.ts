import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { operatorOf } from '../support/operator.ts';
import { createScriptedModel } from '../support/scripted-model.ts';
import { type TestService, withService } from '../support/service.ts';

/** Counts who connects, on both loopback addresses; whoever does is answered with a text. */
const startTrap = async () => {
  const connections: string[] = [];
  let requests = 0;
  const answer = createServer((_request, response) => {
    requests += 1;
    response.end('caught');
  });
  const first = createTcpServer((socket) => {
    connections.push(String(socket.remoteAddress));
    answer.emit('connection', socket);
  }).listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const second = createTcpServer((socket) => {
    connections.push(String(socket.remoteAddress));
    answer.emit('connection', socket);
  }).listen(port, '::1');
  await once(second, 'listening');
  return {
    port,
    connections,
    requestCount: () => requests,
    close: () => {
      first.close();
      second.close();
      answer.closeAllConnections();
    },
  };
};

/** Sends whoever asks on to the trap. */
const startRedirector = async (target: string) => {
  const server = createServer((_request, response) => response.writeHead(307, { location: target }).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, close: () => server.close() };
};

const spellings = (port: number): string[] =>
  [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    'localhost',
    'LOCALHOST.',
    'a.localhost',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '0.0.0.0',
    '[::]',
  ].map((host) => `http://${host}:${port}/x`);

type Input = (service: TestService, url: string) => Promise<unknown>;

const ask = async (service: TestService, content: unknown, more: object = {}) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id: await service.newConversation(),
    messages: [{ role: 'user', content }],
    ...more,
  });

const part =
  (kind: string, name: string): Input =>
  (service, url) =>
    ask(service, [{ type: kind, [kind]: { url, name } }]);

const httpTool = (url: string) => ({
  name: 'look',
  description: 'Looks',
  method: 'GET' as const,
  url,
  headers: {},
  parameters: {},
  timeoutMs: 1000,
});

/** Every place where somebody can name an address the service may go to. */
const inputs: Record<string, Input> = {
  'an image of a message': part('image', 'a.png'),
  'a document of a message': part('document', 'a.md'),
  'a recording of a message': part('audio', 'a.wav'),
  'a file of a version 1 message': async (service, url) =>
    service.call('POST', '/v1/conversation/message', {
      conversation_id: await service.newConversation(),
      files: [{ url, name: 'a.md' }],
    }),
  'a document to add': (service, url) =>
    service.call('POST', '/v1/bot/doc/text/add', {
      chunk_token: 600,
      files: [{ file_name: 'a.md', file_url: url }],
    }),
  'a spreadsheet to add': (service, url) =>
    service.call('POST', '/v1/bot/doc/spreadsheet/add', { files: [{ file_name: 'a.csv', file_url: url }] }),
  'a recording to write down': (service, url) =>
    service.call('POST', '/v1/audio-to-text', { audio: { url, name: 'a.wav', format: 'wav' } }),
  'a document added in the console': async (service, url) => {
    const { call, agent } = await operatorOf(service);
    await call('POST', `${agent}/documents`, { url, name: 'a.md' });
  },
  'the webhook': async (service, url) => {
    await service.configure({ webhook: { url, disabled: false } });
    await service.call('POST', '/v1/webhook/check', {});
    await ask(service, 'Hello', { response_mode: 'webhook' });
    await service.app.rooms.jobs.idle();
    await service.configure({ webhook: { url: null } });
  },
  'the human service': async (service, url) => {
    await service.configure({
      webhook: { url: 'http://127.0.0.1:1/' },
      humanService: { baseUrl: url, phrases: ['human'], disabled: false },
    });
    await ask(service, 'human', { response_mode: 'webhook' });
    await service.app.rooms.jobs.idle();
    await service.configure({ webhook: { url: null }, humanService: { baseUrl: null } });
  },
  'an HTTP tool': async (service, url) => {
    await service.configure({ tools: { http: [httpTool(url)] } });
    await ask(service, 'call the tool');
    await service.configure({ tools: { http: [] } });
  },
  'an MCP server': async (service, url) => {
    await service.configure({ tools: { mcp: [{ name: 'away', url, headers: {}, timeoutMs: 1000 }] } });
    await ask(service, 'Hello');
    await service.configure({ tools: { mcp: [] } });
  },
};

const toolCaller = () =>
  createScriptedModel((request, number) =>
    request.tools?.some(({ name }) => name === 'look') && request.messages.at(-1)?.role === 'user'
      ? [{ call: { id: `call-${number}`, name: 'look', argumentsText: '{}' } }]
      : [{ say: 'Done.' }],
  ).models;

const withAllowed = (allowed: string, work: (service: TestService) => Promise<void>) =>
  withService('sqlite', { models: toolCaller(), environment: { FRONTDESK_EGRESS_ALLOW: allowed } }, work);

test('every input that names an address reaches it where it is allowed', async () => {
  const trap = await startTrap();
  try {
    await withAllowed(`127.0.0.1:${trap.port}`, async (service) => {
      for (const [name, input] of Object.entries(inputs)) {
        const before = trap.requestCount();
        await input(service, `http://127.0.0.1:${trap.port}/x`);
        assert.ok(trap.requestCount() > before, `${name} never called`);
      }
    });
  } finally {
    trap.close();
  }
});

test('no input reaches a private address, however it is written', async () => {
  const trap = await startTrap();
  try {
    await withAllowed('', async (service) => {
      for (const [name, input] of Object.entries(inputs))
        for (const url of spellings(trap.port)) {
          await input(service, url);
          assert.deepEqual(trap.connections, [], `${name} with ${url}`);
        }
    });
  } finally {
    trap.close();
  }
});

test('no input follows a server that is allowed to one that is not', async () => {
  const trap = await startTrap();
  const redirector = await startRedirector(`http://127.0.0.1:${trap.port}/x`);
  try {
    await withAllowed(`127.0.0.1:${redirector.port}`, async (service) => {
      for (const [name, input] of Object.entries(inputs)) {
        await input(service, `http://127.0.0.1:${redirector.port}/x`);
        assert.deepEqual(trap.connections, [], name);
      }
    });
  } finally {
    redirector.close();
    trap.close();
  }
});
