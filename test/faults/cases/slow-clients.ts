import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultService } from '../../support/faults/fault-service.ts';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import { testApiKey } from '../../support/service/service.ts';
import { both, type FaultCase } from './fault-case.ts';

const readerCount = 500;
const lorisCount = 200;
const growthLimitMb = 250;
/** Headers must arrive within 20 s. Node checks this every 30 s. */
const lorisLimitMs = 70_000;

const residentMb = (service: FaultService): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8'))![1]) / 1024;

const open = async (service: FaultService): Promise<Socket> => {
  const { hostname, port } = new URL(service.address!);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
};

/** Clients that stop reading delay nobody, and the memory for them is limited. */
const stoppedReaders: FaultCase = {
  name: `${readerCount} readers that stop reading`,
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const service = await start();
      const client = createClient(service, journal);
      const conversation = await client.newConversation('readers');
      await client.ask(conversation, 'warm');
      const beforeMb = residentMb(service);
      const sockets: Socket[] = [];
      for (let reader = 0; reader < readerCount; reader += 1) {
        const own = await client.newConversation(`reader ${reader}`);
        const text = `reader ${reader} asks`;
        journal.messages.set(text, { mode: 'streaming', messageId: undefined });
        const body = JSON.stringify({
          conversation_id: own,
          response_mode: 'streaming',
          messages: [{ role: 'user', content: text }],
        });
        const socket = await open(service);
        socket.pause();
        socket.write(
          `POST /v2/conversation/message HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${testApiKey}\r\n` +
            `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
        );
        sockets.push(socket);
      }
      assert.equal((await client.ask(conversation, 'somebody else')).status, 200);
      const grownMb = residentMb(service) - beforeMb;
      assert.ok(grownMb < growthLimitMb, `${grownMb} MB more memory for ${readerCount} readers`);
      for (const socket of sockets) socket.destroy();
      await finish({ installation, mocks, journal, services: [service] });
    });
  },
};

/** Incomplete requests are ended, and other requests are served meanwhile. */
const slowLoris: FaultCase = {
  name: `slow-loris: ${lorisCount} requests a byte a second`,
  databases: ['sqlite'],
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const service = await start();
      const client = createClient(service, journal);
      const sockets = await Promise.all(Array.from({ length: lorisCount }, () => open(service)));
      let closed = 0;
      for (const socket of sockets) {
        socket.resume();
        socket.once('close', () => {
          closed += 1;
        });
        socket.write('POST /v1/conversation HTTP/1.1\r\nx-');
      }
      const conversation = await client.newConversation('between');
      const giveUpAt = performance.now() + lorisLimitMs;
      while (closed < lorisCount && performance.now() < giveUpAt) {
        for (const socket of sockets) if (!socket.destroyed) socket.write('a');
        const { status } = await client.read('GET', '/v1/api-key/verify');
        assert.equal(status, 200);
        await delay(1000);
      }
      assert.equal(closed, lorisCount, 'every incomplete request was ended');
      assert.equal((await client.ask(conversation, 'after them')).status, 200);
      await finish({ installation, mocks, journal, services: [service] });
    });
  },
};

export const slowClientCases = [stoppedReaders, slowLoris];
