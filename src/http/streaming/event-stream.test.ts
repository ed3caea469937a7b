import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { test } from 'node:test';
import Fastify from 'fastify';
import { eventually } from '../../../test/support/time/eventually.ts';
import {
  type EventStream,
  type EventStreamOptions,
  mostWaitingBytes,
  openEventStream,
} from './event-stream.ts';

const withStream = async (
  use: (stream: EventStream, client: Socket) => Promise<void>,
  options?: EventStreamOptions,
): Promise<void> => {
  const server = Fastify();
  const opened = Promise.withResolvers<EventStream>();
  server.get('/', async (_request, reply) => {
    opened.resolve(openEventStream(reply, options));
    return reply;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => {});
  try {
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await use(await opened.promise, client);
  } finally {
    client.destroy();
    await server.close();
  }
};

const event = `data: ${'x'.repeat(64 * 1024)}\n\n`;

/** Writes until the stream reports that the client is behind. */
const fill = async (stream: EventStream): Promise<void> => {
  for (let count = 0; stream.write(event); count++) {
    assert.ok(count < 10_000, 'the stream never became full');
    // Gives the operating system time to fill its buffers.
    if (count % 10 === 0) await new Promise(setImmediate);
  }
};

test('a writer learns when the client is behind and when it has caught up', () =>
  withStream(async (stream, client) => {
    client.pause();
    let drained = 0;
    stream.onDrain(() => drained++);
    await fill(stream);
    assert.equal(stream.isFull, true);
    client.resume();
    await eventually('the stream drained', () => drained > 0);
    assert.equal(stream.isFull, false);
    assert.equal(stream.isOpen, true);
  }));

test('the stream ends if the writer does not wait for a client that does not read', () =>
  withStream(async (stream, client) => {
    client.pause();
    let ended = 0;
    stream.onEnd(() => ended++);
    await fill(stream);
    const mostWrites = 10_000;
    let written = 0;
    while (stream.isOpen && written < mostWrites) {
      stream.write(event);
      if (++written % 10 === 0) await new Promise(setImmediate);
    }
    assert.equal(stream.isOpen, false);
    assert.equal(ended, 1);
    assert.equal(stream.write(event), false);
  }));

test('an event larger than the limit reaches a client that reads', () =>
  withStream(async (stream, client) => {
    const large = 'x'.repeat(4 * mostWaitingBytes);
    stream.write(`data: ${large}\n\n`);
    let text = '';
    client.on('data', (piece: Buffer) => {
      text += piece;
    });
    await eventually('the event arrived', () => text.includes(`${large}\n\n`));
    assert.equal(stream.isOpen, true);
    stream.end();
    await eventually('the stream ended', () => text.endsWith('0\r\n\r\n'));
  }));

test('a client that disconnects ends the stream', () =>
  withStream(async (stream, client) => {
    const ended = Promise.withResolvers<void>();
    stream.onEnd(ended.resolve);
    await once(client, 'data');
    client.destroy();
    await ended.promise;
    assert.equal(stream.isOpen, false);
  }));

test('a stream for a client that has already disconnected ends immediately', async () => {
  const server = Fastify();
  const arrived = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<{ isOpen: boolean; ended: number }>();
  server.get('/', async ({ raw }, reply) => {
    const closed = once(raw.socket, 'close');
    arrived.resolve();
    await closed;
    await new Promise(setImmediate);
    const stream = openEventStream(reply);
    let ended = 0;
    stream.onEnd(() => ended++);
    opened.resolve({ isOpen: stream.isOpen, ended });
    stream.end();
    return reply;
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await arrived.promise;
  client.destroy();
  const stream = await opened.promise;
  await server.close();
  assert.deepEqual(stream, { isOpen: false, ended: 1 });
});

test('a stream without events sends comments at the requested interval', () =>
  withStream(
    async (_stream, client) => {
      let text = '';
      client.on('data', (piece: Buffer) => {
        text += piece;
      });
      await eventually('two comments arrived', () => text.split(': keep-alive').length > 2);
    },
    { keepAliveMs: 10 },
  ));
