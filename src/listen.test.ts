import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { eventually } from '../test/support/time/eventually.ts';
import { addRoutes } from './http/add-routes.ts';
import { route } from './http/route.ts';
import { createServer, type Server } from './http/server/server.ts';
import { listen } from './listen.ts';

const host = '127.0.0.1';

const withServers = async (
  use: (create: () => { server: Server; answer: () => void }) => Promise<void>,
): Promise<void> => {
  const spillFolder = mkdtempSync(join(tmpdir(), 'frontdesk-spill-'));
  const servers: Server[] = [];
  try {
    await use(() => {
      const server = createServer({ log: pino({ level: 'silent' }), spillFolder });
      const waiting: (() => void)[] = [];
      const open = { public: true, schema: {} } as const;
      addRoutes(server, [
        route({ ...open, method: 'GET', url: '/now', handler: async () => 'now' }),
        route({
          ...open,
          method: 'GET',
          url: '/later',
          handler: () => new Promise<string>((resolve) => waiting.push(() => resolve('later'))),
        }),
      ]);
      servers.push(server);
      return {
        server,
        answer: () => {
          for (const resolve of waiting.splice(0)) resolve();
        },
      };
    });
  } finally {
    await Promise.all(servers.flatMap((server) => [server.close(), server.acceptors.close()]));
    rmSync(spillFolder, { recursive: true });
  }
};

const freePort = async (): Promise<number> => {
  const server = createNetServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

test('every connection is served, whichever socket accepts it', () =>
  withServers(async (create) => {
    const { server } = create();
    const address = await listen({ server }, { host, port: 0 });
    const texts = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const response = await fetch(`${address}/now`, { headers: { connection: 'close' } });
        return response.text();
      }),
    );
    assert.deepEqual(new Set(texts), new Set(['now']));
  }));

test('a server that closes answers the running requests of every socket and accepts no connection', () =>
  withServers(async (create) => {
    const { server, answer } = create();
    const address = await listen({ server }, { host, port: 0 });
    const { port } = new URL(address);
    let arrived = 0;
    server.server.on('request', () => arrived++);
    const responses = Array.from({ length: 50 }, async () =>
      (await fetch(`${address}/later`, { headers: { connection: 'close' } })).text(),
    );
    await eventually('all requests have arrived', () => arrived === 50);
    let isClosed = false;
    const closed = Promise.all([server.close(), server.acceptors.close()]).then(() => {
      isClosed = true;
    });
    await eventually('connections are refused', async () => {
      const socket = connect({ host, port: Number(port) });
      return new Promise<boolean>((resolve) => {
        socket.once('error', () => resolve(true));
        socket.once('connect', () => {
          socket.destroy();
          resolve(false);
        });
      });
    });
    assert.equal(isClosed, false, 'it waits for the responses');
    answer();
    assert.deepEqual(new Set(await Promise.all(responses)), new Set(['later']));
    await closed;
  }));

test('a second server on the same port is refused, also if both start at once', () =>
  withServers(async (create) => {
    const port = await freePort();
    const [one, two, three] = [create().server, create().server, create().server];
    const inUse = (error: unknown): boolean => {
      const { code, address, port: named } = error as { code?: string; address?: string; port?: number };
      return code === 'EADDRINUSE' && address !== undefined && named === port;
    };
    const results = await Promise.allSettled([
      listen({ server: one }, { host, port }),
      listen({ server: two }, { host, port }),
    ]);
    const failed = results.filter((result) => result.status === 'rejected');
    assert.equal(failed.length, 1);
    assert.ok(inUse(failed[0]!.reason));
    await assert.rejects(listen({ server: three }, { host, port }), inUse);
    await assert.rejects(listen({ server: three }, { host: '0.0.0.0', port }), inUse);
  }));

test('a port that another program uses is refused, and free for the next start after it ended', () =>
  withServers(async (create) => {
    const other = createNetServer().listen(0, host);
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { server } = create();
    await assert.rejects(listen({ server }, { host, port }), { code: 'EADDRINUSE' });
    other.close();
    await once(other, 'close');
    assert.equal(await listen({ server }, { host, port }), `http://${host}:${port}`);
  }));
