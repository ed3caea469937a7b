import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { eventually } from '../../../test/support/time/eventually.ts';
import { AppError } from '../../lib/errors.ts';
import { addRoutes } from '../add-routes.ts';
import { route } from '../route.ts';
import { createServer, type ServerTimeouts } from '../server/server.ts';

const megabyte = 2 ** 20;
const largeResponse = 'x'.repeat(32 * megabyte);

interface TestServer {
  /** A connection that the client keeps open even after the server closes its side, as a hostile client would. */
  open(): Promise<Socket>;
  connections(): Promise<number>;
}

const withServer = async (
  timeouts: ServerTimeouts,
  use: (testServer: TestServer) => Promise<void>,
): Promise<void> => {
  const spillFolder = mkdtempSync(join(tmpdir(), 'frontdesk-spill-'));
  const server = createServer({
    log: pino({ level: 'silent' }),
    spillFolder,
    timeouts: { checkMs: 20, ...timeouts },
  });
  const open = { public: true, schema: {} } as const;
  addRoutes(server, [
    route({ ...open, method: 'POST', url: '/echo', handler: async (request) => request.body }),
    route({
      ...open,
      method: 'POST',
      url: '/guarded',
      onRequest: [
        async () => {
          throw new AppError('unauthenticated');
        },
      ],
      handler: async () => {},
    }),
    route({ ...open, method: 'GET', url: '/large', handler: async () => largeResponse }),
  ]);
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  try {
    await use({
      open: async () => {
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => {});
        sockets.push(socket);
        await once(socket, 'connect');
        return socket;
      },
      connections: () =>
        new Promise((resolve) => void server.server.getConnections((_error, count) => resolve(count))),
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.close();
    rmSync(spillFolder, { recursive: true });
  }
};

/** Everything that the server sends until it ends its side. */
const readAll = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (piece: Buffer) => {
    text += piece;
  });
  await Promise.race([once(socket, 'end'), once(socket, 'close')]);
  return text;
};

const head = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

// In parallel, because nearly all of their time is waiting.
describe('connections', { concurrency: true }, () => {
  test('invalid HTTP gets a response and the connection is destroyed, even if the client keeps it open', () =>
    withServer({}, async ({ open, connections }) => {
      const socket = await open();
      socket.write('\x16\x03\x01 not http\r\n\r\n');
      assert.match(await readAll(socket), /^HTTP\/1\.1 400 Bad Request\r\nConnection: close.*"code":40000/s);
      await eventually('the connection is gone', async () => (await connections()) === 0);
    }));

  test('headers that are too large are answered with 431 and the connection destroyed', () =>
    withServer({}, async ({ open, connections }) => {
      const socket = await open();
      socket.write(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
      assert.match(await readAll(socket), /^HTTP\/1\.1 431 /);
      await eventually('the connection is gone', async () => (await connections()) === 0);
    }));

  test('headers that never end are answered with 408 and the connection destroyed', () =>
    withServer({ headersTimeoutMs: 100 }, async ({ open, connections }) => {
      const socket = await open();
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
      assert.match(await readAll(socket), /^HTTP\/1\.1 408 Request Timeout\r\n.*did not arrive in time/s);
      await eventually('the connection is gone', async () => (await connections()) === 0);
    }));

  test('a body that stops arriving is answered with 408 and its connection destroyed', () =>
    withServer({ bodyWindowMs: 100 }, async ({ open, connections }) => {
      const socket = await open();
      socket.write(`${head('/echo', 1000)}{"half":`);
      assert.match(await readAll(socket), /^HTTP\/1\.1 408 /);
      await eventually('the connection is gone', async () => (await connections()) === 0);
    }));

  test('a body that arrives too slowly is rejected like one that stops', () =>
    withServer({ bodyWindowMs: 300, bodyBytesPerWindow: 1000 }, async ({ open }) => {
      const socket = await open();
      socket.write(head('/echo', 100_000));
      const trickle = setInterval(() => socket.write(' '), 10);
      try {
        assert.match(await readAll(socket), /^HTTP\/1\.1 408 /);
      } finally {
        clearInterval(trickle);
      }
    }));

  test('a body that takes several windows but progresses in each is read to its end', () =>
    withServer({ bodyWindowMs: 2000, bodyBytesPerWindow: 100 }, async ({ open }) => {
      const socket = await open();
      const body = JSON.stringify({ text: 'x'.repeat(3000) });
      socket.write(head('/echo', body.length));
      const answer = once(socket, 'data') as Promise<[Buffer]>;
      for (let start = 0; start < body.length; start += 250) {
        socket.write(body.slice(start, start + 250));
        await delay(200);
      }
      assert.match((await answer)[0].toString(), /^HTTP\/1\.1 200 OK/);
    }));

  test('a client cannot send a rejected body forever', () =>
    withServer({ unreadBodyMs: 100 }, async ({ open, connections }) => {
      for (const path of ['/echo', '/guarded']) {
        const socket = await open();
        socket.write(head(path, 2 ** 40));
        const [answer] = (await once(socket, 'data')) as [Buffer];
        assert.match(answer.toString(), path === '/echo' ? /^HTTP\/1\.1 413 / : /^HTTP\/1\.1 401 /);
        const more = setInterval(() => socket.write('x'.repeat(1000)), 5);
        try {
          await eventually('the connection is gone', async () => (await connections()) === 0);
        } finally {
          clearInterval(more);
        }
      }
    }));

  test('a client that does not read its response is disconnected', () =>
    withServer({ writeIdleMs: 200 }, async ({ open, connections }) => {
      const socket = await open();
      socket.pause();
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n');
      await eventually('the response has started', async () => (await connections()) === 1);
      await eventually('the connection is gone', async () => (await connections()) === 0);
    }));

  test('a client that reads slowly gets the whole response', () =>
    withServer({ writeIdleMs: 2000 }, async ({ open }) => {
      const socket = await open();
      socket.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      let bytes = 0;
      let pauses = 0;
      // One write of 32 MB, read in many parts: the pauses together exceed the limit.
      socket.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes / (4 * megabyte) < pauses + 1 || pauses >= 6) return;
        pauses++;
        socket.pause();
        setTimeout(() => socket.resume(), 500);
      });
      await once(socket, 'end');
      assert.ok(bytes > largeResponse.length, `${bytes} bytes`);
      assert.equal(pauses, 6);
    }));
});

test('time in which the process was suspended disconnects no client', () =>
  withServer({ writeIdleMs: 1000 }, async ({ open, connections }) => {
    const socket = await open();
    socket.pause();
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await once(socket, 'readable');
    const blockedUntilMs = performance.now() + 1500;
    while (performance.now() < blockedUntilMs);
    // Several checks happen before the client continues.
    await delay(200);
    assert.equal(await connections(), 1);
    let bytes = 0;
    socket.on('data', (piece: Buffer) => {
      bytes += piece.length;
    });
    await once(socket, 'end');
    assert.ok(bytes > largeResponse.length, `${bytes} bytes`);
  }));
