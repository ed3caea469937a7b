import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectTo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { finish, withPlace } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import type { Life } from '../../support/faults/life.ts';
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

/** A disk that fills up refuses work without losing any, and work goes on when there is room again. */
const fullDisk: FaultCase = {
  name: `disk full: a tmpfs of ${diskMb} MB is filled and emptied again`,
  databases: ['sqlite'],
  run: async ({ places, mocks }) => {
    const place = await places
      .make('sqlite', async (folder) => {
        mkdirSync(folder, { recursive: true });
        await run('mount', ['-t', 'tmpfs', '-o', `size=${diskMb}m`, 'tmpfs', folder]);
      })
      .catch((error: Error) => error);
    if (place instanceof Error) return `a tmpfs cannot be mounted here (${place.message.split('\n')[0]})`;
    const ballast = join(place.folder, 'ballast');
    mkdirSync(ballast);
    try {
      return await withPlace({ ...place, remove: async () => {} }, async (start) => {
        const journal = createJournal();
        const life = await start();
        const client = createClient(life, journal);
        const conversation = await client.newConversation('full');
        await client.ask(conversation, 'before');
        fill(join(ballast, 'x'));
        const blocked = Array.from({ length: 20 }, (_, index) =>
          life.call('POST', '/v2/conversation/message', {
            conversation_id: conversation,
            messages: [{ role: 'user', content: `full ${index} ${'x'.repeat(8000)}` }],
          }),
        );
        await delay(2000);
        assert.equal((await life.call('GET', '/healthz')).status, 200, 'the process lives');
        rmSync(ballast, { recursive: true });
        for (const { status, text } of await Promise.all(blocked)) {
          journal.replies.push(text);
          assert.ok(status === 200 || status === 500, text);
        }
        assert.equal((await client.ask(conversation, 'after')).status, 200);
        await workloads.rounds(client);
        await finish({ place, mocks, journal, lives: [life] });
      });
    } finally {
      await run('umount', [place.folder]);
      await place.remove();
    }
  },
};

/** Stands between the service and its database, and can take it away. */
const standBetween = async (url: string) => {
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
    takeAway: () => {
      isAway = true;
      for (const socket of open) socket.resetAndDestroy();
    },
    bringBack: () => {
      isAway = false;
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
};

const awayMs = 10_000;

const settle = async (life: Life, journal: ReturnType<typeof createJournal>): Promise<void> => {
  const client = createClient(life, journal);
  await Promise.all([workloads.rounds(client), workloads.handoff(client), workloads.records(client)]);
};

const databaseGone: FaultCase = {
  name: `database gone for ${awayMs / 1000} s and back`,
  databases: ['postgres'],
  run: async ({ places, mocks }) => {
    const place = await places.make('postgres');
    const between = await standBetween(place.databaseUrl!);
    try {
      return await withPlace(place, async (start) => {
        const journal = createJournal();
        const life = await start({ DATABASE_URL: between.url });
        const working = settle(life, journal).catch(() => {});
        await delay(700);
        between.takeAway();
        await working;
        await delay(awayMs);
        assert.equal(life.isOver(), false, 'the process lives');
        between.bringBack();
        await delay(500);
        // What failed meanwhile was perhaps never stored: a client asks again.
        for (const [name, { json }] of journal.answered)
          if (json.code === 50_000) journal.answered.delete(name);
        await settle(life, journal);
        // What was sent when the connection broke may have arrived and be sent again.
        await finish({ place, mocks, journal, lives: [life], deaths: 1 });
      });
    } finally {
      await between.close();
    }
  },
};

export const lostGroundCases = [fullDisk, databaseGone];
