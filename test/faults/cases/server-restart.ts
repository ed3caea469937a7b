import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { RestartablePostgres } from '../../../scripts/testing/postgres-server.ts';
import { provideRestartablePostgres } from '../../../scripts/testing/provide-postgres.ts';
import { finish, withPlace } from '../../support/faults/finish.ts';
import { createClient, createJournal, type Journal, type Mode } from '../../support/faults/journal.ts';
import type { Life } from '../../support/faults/life.ts';
import { workloads } from '../../support/faults/workloads.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { FaultCase } from './fault-case.ts';

const awayMs = 10_000;
const busyMs = 1500;
const askers = 6;
const modes: Mode[] = ['blocking', 'streaming', 'webhook'];

interface Question {
  conversation: string;
  text: string;
  mode: Mode;
}

/** People who go on asking, whatever they are told, until they are called off. */
const startTraffic = (life: Life, journal: Journal) => {
  const client = createClient(life, journal);
  const asked: Question[] = [];
  let over = false;
  const askOn = async (asker: number): Promise<void> => {
    const name = `traffic ${asker}`;
    for (let number = 1; !over; number += 1) {
      const question = { conversation: name, text: `${name} asks ${number}`, mode: modes[number % 3]! };
      try {
        const conversation = await client.newConversation(name);
        asked.push(question);
        const { status } = await client.ask(conversation, question.text, question.mode);
        if (status > 299) await delay(200);
      } catch {
        // Broken off or refused: whether it is stored, nobody knows.
        await delay(200);
      }
    }
  };
  const asking = Promise.all(Array.from({ length: askers }, (_, index) => askOn(index)));
  return {
    asked,
    callOff: async (): Promise<void> => {
      over = true;
      await asking;
    },
  };
};

const statusOf = async (life: Life, path: string): Promise<number> => (await life.call('GET', path)).status;

const becomesReady = (life: Life) =>
  eventually('the service says that it is ready', async () => (await statusOf(life, '/readyz')) === 200);

/** For as long as the server is away, the process lives, says that it is not ready, and refuses in its own words. */
const lookWhileAway = async (life: Life, journal: Journal): Promise<void> => {
  await eventually('the service says that it is not ready', async () => {
    return (await statusOf(life, '/readyz')) === 503;
  });
  const backAtMs = performance.now() + awayMs;
  while (performance.now() < backAtMs) {
    assert.equal(await statusOf(life, '/readyz'), 503, 'not ready while the database is away');
    assert.equal(await statusOf(life, '/healthz'), 200, 'the process lives');
    const refused = await life.call('POST', '/v1/conversation', { user_id: 'nobody' });
    journal.replies.push(refused.text);
    assert.equal(refused.json.code, 50_000, refused.text);
    await delay(500);
  }
};

/** What failed meanwhile was perhaps never stored: a client asks again, with the same key. */
const askAgain = async (life: Life, journal: Journal, asked: Question[]): Promise<void> => {
  for (const [name, { json }] of journal.answered) if (json.code === 50_000) journal.answered.delete(name);
  const client = createClient(life, journal);
  for (const { conversation, text, mode } of asked)
    await client.ask(await client.newConversation(conversation), text, mode);
};

const work = async (life: Life, journal: Journal): Promise<void> => {
  const client = createClient(life, journal);
  await Promise.all([
    workloads.rounds(client),
    workloads.handoff(client),
    workloads.records(client),
    workloads.knowledge(client),
  ]);
};

const restart = async (
  life: Life,
  journal: Journal,
  server: RestartablePostgres,
  how: 'fast' | 'immediate',
) => {
  const working = work(life, journal).catch(() => {});
  const traffic = startTraffic(life, journal);
  await delay(busyMs);
  await server.halt(how);
  await lookWhileAway(life, journal);
  await server.resume();
  await becomesReady(life);
  await delay(busyMs);
  await traffic.callOff();
  await working;
  await askAgain(life, journal, traffic.asked);
  await work(life, journal);
};

/** The server itself goes and comes back; nobody touches the service. */
const serverRestarted = (how: 'fast' | 'immediate'): FaultCase => ({
  name: `PostgreSQL stopped under traffic (${how}), ${awayMs / 1000} s away, started again`,
  databases: ['postgres'],
  run: async ({ places, mocks }) => {
    const server = await provideRestartablePostgres(new AbortController().signal);
    if (!server.available) return server.reason;
    try {
      const place = await places.makeOn(server.value.url);
      return await withPlace(place, async (start) => {
        const journal = createJournal();
        const life = await start();
        await restart(life, journal, server.value, how);
        assert.equal(life.isOver(), false, 'the process lives');
        // What was being sent as the server went may have arrived and be sent again.
        await finish({ place, mocks, journal, lives: [life], deaths: 1 });
      });
    } finally {
      await server.value.stop();
    }
  },
});

export const serverRestartCases = [serverRestarted('fast'), serverRestarted('immediate')];
