import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { EgressError } from './egress-error.ts';
import { createDnsLookup } from './resolve-host.ts';
import { createSafeFetch } from './safe-fetch.ts';

const ipv4 = (address: string): Buffer => Buffer.from(address.split('.').map(Number));

interface Answers {
  4?: string[];
  /** As 32 hexadecimal digits. */
  6?: string[];
}

/** A DNS server that returns the next answer for each query, with a TTL of 0. */
const startRebindingServer = async (context: TestContext, answers: (question: number) => Answers) => {
  const asked = { 1: 0, 28: 0 };
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const questionEnd = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(questionEnd - 4) as 1 | 28;
    const found = answers(asked[type]++);
    const data =
      type === 1 ? (found[4] ?? []).map(ipv4) : (found[6] ?? []).map((hex) => Buffer.from(hex, 'hex'));
    const header = Buffer.alloc(12);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data.length, 6);
    const records = data.map((bytes) =>
      Buffer.concat([Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length), bytes]),
    );
    const reply = [header, query.subarray(12, questionEnd), ...records];
    socket.send(Buffer.concat(reply), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  context.after(() => void socket.close());
  return { asked, lookup: createDnsLookup([`127.0.0.1:${socket.address().port}`]) };
};

/** Listens on both addresses and records which one was used. */
const startTrap = async (context: TestContext) => {
  const reached: string[] = [];
  const start = (port: number, address: string) => {
    const server = createServer((request, response) => {
      reached.push(request.socket.localAddress ?? '');
      response.writeHead(200, { connection: 'close' }).end('reached');
    });
    context.after(() => {
      server.close();
      server.closeAllConnections();
    });
    return new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
    });
  };
  const port = await start(0, '127.0.0.1');
  await start(port, '127.0.0.2');
  return { reached, port };
};

// 127.0.0.1 is allowed and represents the public address; 127.0.0.2 is private.
const allow = ['127.0.0.1'];

const blocked = (error: unknown): boolean => error instanceof EgressError && error.reason === 'blocked';

test('a DNS server that changes its answers cannot lead to an unchecked address', async (context) => {
  const { reached, port } = await startTrap(context);
  const { asked, lookup } = await startRebindingServer(context, (question) => ({
    4: [question % 2 === 0 ? '127.0.0.1' : '127.0.0.2'],
  }));
  const safeFetch = createSafeFetch({ allow, lookup });
  context.after(() => safeFetch.close());
  for (let index = 0; index < 10; index++) {
    const call = safeFetch(`http://turning.example:${port}/`);
    if (index % 2 === 0) assert.equal(await (await call).text(), 'reached');
    else await assert.rejects(call, blocked);
  }
  assert.deepEqual(new Set(reached), new Set(['127.0.0.1']));
  assert.equal(reached.length, 5);
  assert.equal(asked[1], 10, 'the checked address is the connected one: one query per connection');
});

test('a private address among several answers, or inside IPv6, is never connected to', async (context) => {
  const { reached, port } = await startTrap(context);
  const hidden: Answers[] = [
    { 4: ['127.0.0.2'] },
    { 4: ['127.0.0.2', '127.0.0.3'] },
    { 6: ['00000000000000000000ffff7f000002'] },
    { 6: ['0064ff9b00000000000000007f000002'] },
    { 6: ['20027f00000200000000000000000001'] },
    { 6: ['00000000000000000000000000000001'] },
    { 6: ['00000000000000000000000000000000'] },
    { 4: ['0.0.0.0'] },
    { 4: ['169.254.169.254'], 6: ['fd000ec2000000000000000000000254'] },
    { 6: ['fe800000000000000000000000000001'] },
  ];
  for (const answer of hidden) {
    const { asked, lookup } = await startRebindingServer(context, () => answer);
    const safeFetch = createSafeFetch({ allow, lookup });
    context.after(() => safeFetch.close());
    await assert.rejects(safeFetch(`http://hidden.example:${port}/`), blocked, JSON.stringify(answer));
    assert.ok(asked[1] + asked[28] > 0, 'the name was queried');
  }
  assert.deepEqual(reached, []);
});

test('a redirect to a name is resolved and checked like any other', async (context) => {
  const { reached, port } = await startTrap(context);
  const { lookup } = await startRebindingServer(context, (question) => ({
    4: [question === 0 ? '127.0.0.1' : '127.0.0.2'],
  }));
  const redirector = createServer((request, response) => {
    const next = request.url === '/' ? '/again' : `http://turning.example:${port}/`;
    response.writeHead(302, { location: next, connection: 'close' }).end();
  });
  await new Promise<void>((resolve) => redirector.listen(0, '127.0.0.1', resolve));
  context.after(() => void redirector.close());
  const safeFetch = createSafeFetch({ allow, lookup });
  context.after(() => safeFetch.close());
  const first = `http://turning.example:${(redirector.address() as AddressInfo).port}/`;
  await assert.rejects(safeFetch(first, { redirects: 5 }), blocked);
  assert.deepEqual(reached, []);
});
