import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { RestartablePostgres } from '../../../scripts/testing/postgres-server.ts';
import { provideRestartablePostgres } from '../../../scripts/testing/provide-postgres.ts';
import type { FaultService } from '../../support/faults/fault-service.ts';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal, type Journal, type Mode } from '../../support/faults/journal.ts';
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

/** Clients that keep sending questions, whatever the answers are, until `stop`. */
const startTraffic = (service: FaultService, journal: Journal) => {
  const client = createClient(service, journal);
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
        // Disconnected or rejected: the question may be stored or not.
        await delay(200);
      }
    }
  };
  const asking = Promise.all(Array.from({ length: askers }, (_, index) => askOn(index)));
  return {
    asked,
    stop: async (): Promise<void> => {
      over = true;
      await asking;
    },
  };
};

const statusOf = async (service: FaultService, path: string): Promise<number> =>
  (await service.call('GET', path)).status;

const becomesReady = (service: FaultService) =>
  eventually('the service is ready', async () => (await statusOf(service, '/readyz')) === 200);

/** While the database server is stopped, the process is alive but not ready, and requests fail with a defined error. */
const lookWhileAway = async (service: FaultService, journal: Journal): Promise<void> => {
  await eventually('the service is not ready', async () => {
    return (await statusOf(service, '/readyz')) === 503;
  });
  const backAtMs = performance.now() + awayMs;
  while (performance.now() < backAtMs) {
    assert.equal(await statusOf(service, '/readyz'), 503, 'not ready while the database is stopped');
    assert.equal(await statusOf(service, '/healthz'), 200, 'the process is running');
    const refused = await service.call('POST', '/v1/conversation', { user_id: 'nobody' });
    journal.replies.push(refused.text);
    assert.equal(refused.json.code, 50_000, refused.text);
    await delay(500);
  }
};

/** Failed requests may not be stored, so the client repeats them with the same key. */
const askAgain = async (service: FaultService, journal: Journal, asked: Question[]): Promise<void> => {
  for (const [name, { json }] of journal.answered) if (json.code === 50_000) journal.answered.delete(name);
  const client = createClient(service, journal);
  for (const { conversation, text, mode } of asked)
    await client.ask(await client.newConversation(conversation), text, mode);
};

const work = async (service: FaultService, journal: Journal): Promise<void> => {
  const client = createClient(service, journal);
  await Promise.all([
    workloads.rounds(client),
    workloads.handoff(client),
    workloads.records(client),
    workloads.knowledge(client),
  ]);
};

const restart = async (
  service: FaultService,
  journal: Journal,
  server: RestartablePostgres,
  how: 'fast' | 'immediate',
) => {
  const working = work(service, journal).catch(() => {});
  const traffic = startTraffic(service, journal);
  await delay(busyMs);
  await server.halt(how);
  await lookWhileAway(service, journal);
  await server.resume();
  await becomesReady(service);
  await delay(busyMs);
  await traffic.stop();
  await working;
  await askAgain(service, journal, traffic.asked);
  await work(service, journal);
};

/** The database server stops and starts again. The service keeps running. */
const serverRestarted = (how: 'fast' | 'immediate'): FaultCase => ({
  name: `PostgreSQL stopped under traffic (${how}) for ${awayMs / 1000} s, then started again`,
  databases: ['postgres'],
  run: async ({ installations, mocks }) => {
    const server = await provideRestartablePostgres(new AbortController().signal);
    if (!server.available) return server.reason;
    try {
      const installation = await installations.makeOn(server.value.url);
      return await withInstallation(installation, async (start) => {
        const journal = createJournal();
        const service = await start();
        await restart(service, journal, server.value, how);
        assert.equal(service.isOver(), false, 'the process is running');
        // A delivery that was in progress when the server stopped may be sent twice.
        await finish({ installation, mocks, journal, services: [service], deaths: 1 });
      });
    } finally {
      await server.value.stop();
    }
  },
});

export const serverRestartCases = [serverRestarted('fast'), serverRestarted('immediate')];
