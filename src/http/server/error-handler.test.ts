import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pino } from 'pino';
import { addRoutes } from '../add-routes.ts';
import { callerSignal } from '../request/caller-signal.ts';
import { route } from '../route.ts';
import { createServer } from './server.ts';

interface Line {
  level: number;
  msg: string;
}

const begun = new EventEmitter();

const withServer = async (use: (port: number, lines: Line[]) => Promise<void>): Promise<void> => {
  const lines: Line[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const spillFolder = mkdtempSync(join(tmpdir(), 'frontdesk-spill-'));
  const server = createServer({ log, spillFolder });
  // As if the key of the caller was read from the database.
  server.addHook('onRequest', async ({ url, raw }) => {
    if (url !== '/late') return;
    begun.emit('late');
    await new Promise((resolve) => raw.socket.once('close', resolve));
  });
  const open = { method: 'POST', public: true, schema: {} } as const;
  addRoutes(server, [
    route({ ...open, url: '/echo', handler: async (request) => request.body }),
    route({ ...open, url: '/late', handler: async (request) => request.body }),
    route({
      ...open,
      url: '/reset',
      handler: async () => {
        throw Object.assign(new Error('of another server'), { code: 'ECONNRESET' });
      },
    }),
    route({
      ...open,
      url: '/broken',
      handler: async () => {
        throw new TypeError('an internal detail');
      },
    }),
    route({
      ...open,
      url: '/slow',
      handler: async (_request, reply) => {
        const signal = callerSignal(reply);
        begun.emit('slow');
        await once(signal, 'abort');
        signal.throwIfAborted();
      },
    }),
  ]);
  await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    await use((server.server.address() as AddressInfo).port, lines);
  } finally {
    await server.close();
    rmSync(spillFolder, { recursive: true });
  }
};

test('a client that disconnects while it sends is not logged as an error', () =>
  withServer(async (port, lines) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"half":',
    );
    await once(socket, 'ready');
    socket.resetAndDestroy();
    while (!lines.some(({ msg }) => msg === 'the client disconnected')) await new Promise(setImmediate);
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
  }));

test('a client that disconnects before its whole request is read is not logged as an error', () =>
  withServer(async (port, lines) => {
    const socket = connect(port, '127.0.0.1');
    const waiting = once(begun, 'late');
    socket.write(
      'POST /late HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    await waiting;
    socket.resetAndDestroy();
    while (!lines.some(({ msg, level }) => msg === 'the client disconnected' || level > 30))
      await new Promise(setImmediate);
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
  }));

test('a reset connection to another server is logged as an error', () =>
  withServer(async (port, lines) => {
    const body = JSON.stringify({});
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`http://127.0.0.1:${port}/reset`, { method: 'POST', body, headers });
    assert.equal(response.status, 500);
    assert.deepEqual(
      lines.filter(({ level }) => level >= 50).map(({ msg }) => msg),
      ['request failed'],
    );
  }));

test('work for a client that has left ends, and is not logged as an error', () =>
  withServer(async (port, lines) => {
    const socket = connect(port, '127.0.0.1');
    const working = once(begun, 'slow');
    socket.write(
      'POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    await working;
    socket.destroy();
    while (!lines.some(({ msg }) => msg === 'the client disconnected')) await new Promise(setImmediate);
    assert.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
  }));

test('an unexpected error is logged, and the response does not contain its message', () =>
  withServer(async (port, lines) => {
    const response = await fetch(`http://127.0.0.1:${port}/broken`, { method: 'POST' });
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /internal detail/);
    assert.deepEqual(
      lines.filter(({ level }) => level >= 50).map(({ msg }) => msg),
      ['request failed'],
    );
  }));
