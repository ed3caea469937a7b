import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { FaultService } from '../../support/faults/fault-service.ts';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import { workloads } from '../../support/faults/workloads.ts';
import type { FaultCase } from './fault-case.ts';

const run = promisify(execFile);
const diskMb = 48;

const fill = (path: string): void => {
  const piece = Buffer.alloc(64 * 1024, 1);
  let count = 0;
  try {
    for (;;) writeFileSync(`${path}-${count++}`, piece);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
};

/** While the disk is full, requests fail and no acknowledged data is lost. Afterwards requests succeed again. */
const fullDisk: FaultCase = {
  name: `disk full: a tmpfs of ${diskMb} MB is filled and emptied again`,
  databases: ['sqlite'],
  run: async ({ installations, mocks }) => {
    const installation = await installations
      .make('sqlite', async (folder) => {
        mkdirSync(folder, { recursive: true });
        await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
      })
      .catch((error: Error) => error);
    if (installation instanceof Error)
      return `a tmpfs cannot be mounted here (${installation.message.split('\n')[0]})`;
    const ballast = join(installation.folder, 'ballast');
    mkdirSync(ballast);
    try {
      return await withInstallation({ ...installation, remove: async () => {} }, async (start) => {
        const journal = createJournal();
        const service = await start();
        const client = createClient(service, journal);
        const conversation = await client.newConversation('full');
        await client.ask(conversation, 'before');
        fill(join(ballast, 'x'));
        const blocked = Array.from({ length: 20 }, (_, index) =>
          service.call('POST', '/v2/conversation/message', {
            conversation_id: conversation,
            messages: [{ role: 'user', content: `full ${index} ${'x'.repeat(8000)}` }],
          }),
        );
        await delay(2000);
        assert.equal((await service.call('GET', '/healthz')).status, 200, 'the process is running');
        rmSync(ballast, { recursive: true });
        for (const { status, text } of await Promise.all(blocked)) {
          journal.replies.push(text);
          assert.ok(status === 200 || status === 500, text);
        }
        assert.equal((await client.ask(conversation, 'after')).status, 200);
        await workloads.rounds(client);
        await finish({ installation, mocks, journal, services: [service] });
      });
    } finally {
      await run('umount', [installation.folder]);
      await installation.remove();
    }
  },
};

/** A proxy between the service and its database that can close all connections. */
const startDatabaseProxy = async (url: string) => {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let isAway = false;
  const server = createServer((socket) => {
    if (isAway) return void socket.destroy();
    const onward = connectTo(Number(port), hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: through.href,
    takeDown: () => {
      isAway = true;
      for (const socket of open) socket.resetAndDestroy();
    },
    restore: () => {
      isAway = false;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};

const awayMs = 10_000;

const settle = async (service: FaultService, journal: ReturnType<typeof createJournal>): Promise<void> => {
  const client = createClient(service, journal);
  await Promise.all([workloads.rounds(client), workloads.handoff(client), workloads.records(client)]);
};

const databaseGone: FaultCase = {
  name: `database unreachable for ${awayMs / 1000} s`,
  databases: ['postgres'],
  run: async ({ installations, mocks }) => {
    const installation = await installations.make('postgres');
    const between = await startDatabaseProxy(installation.databaseUrl!);
    try {
      return await withInstallation(installation, async (start) => {
        const journal = createJournal();
        const service = await start({ DATABASE_URL: between.url });
        const working = settle(service, journal).catch(() => {});
        await delay(700);
        between.takeDown();
        await working;
        await delay(awayMs);
        assert.equal(service.isOver(), false, 'the process is running');
        between.restore();
        await delay(500);
        // Failed requests may not be stored, so the client repeats them.
        for (const [name, { json }] of journal.answered)
          if (json.code === 50_000) journal.answered.delete(name);
        await settle(service, journal);
        // A delivery that was in progress when the connection broke may be sent twice.
        await finish({ installation, mocks, journal, services: [service], deaths: 1 });
      });
    } finally {
      await between.close();
    }
  },
};

export const lostGroundCases = [fullDisk, databaseGone];
