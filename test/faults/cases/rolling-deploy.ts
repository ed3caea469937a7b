import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openPostgres } from '../../../src/db/index.ts';
import { createTestDatabase } from '../../support/databases/postgres.ts';
import { slowReply, startSlowModelServer } from '../../support/models/slow-model-server.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startBalancer } from '../../support/service/balancer.ts';
import { changeFirstAgent } from '../../support/service/change-first-agent.ts';
import {
  checkAnswer,
  checkDeliveries,
  createCaller,
  type Mode,
  modes,
} from '../../support/service/rolling-rounds.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { FaultCase } from './fault-case.ts';

const roundsPerMode = 200;
const graceSeconds = 30;
/** Every fourth webhook round takes longer than the grace period. */
const longMs = (graceSeconds + 10) * 1000;

const restartOneAfterTheOther = async (): Promise<undefined> => {
  const database = await createTestDatabase();
  const [model, receiver, balancer] = [
    await startSlowModelServer(),
    await startReceiver(),
    await startBalancer(),
  ];
  const folders: string[] = [];
  const services: ServiceProcess[] = [];
  const start = async (): Promise<ServiceProcess> => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-deploy-'));
    folders.push(folder);
    const service = await startServiceProcess({
      DATABASE_URL: database.url,
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_MODEL_BASE_URL: model.url,
      FRONTDESK_MODEL_NAME: 'slow',
      FRONTDESK_TOKEN_TIMEOUT_MS: '120000',
      FRONTDESK_GRACE_SECONDS: String(graceSeconds),
    });
    services.push(service);
    await balancer.add(service.address);
    return service;
  };
  const { send } = createCaller(balancer.address);
  const sent: { mode: Mode; answer: Promise<string> }[] = [];
  const sendOne = async (mode: Mode, waitMs: number): Promise<void> => {
    sent.push({ mode, ...(await send(mode, `wait ${waitMs}`)) });
  };
  const db = await openPostgres(database.url);
  try {
    const first = [await start(), await start()];
    await changeFirstAgent(first[0]!, { webhook: { url: receiver.url } });
    // The other process reads the change within a second.
    await delay(1500);
    await Promise.all(
      modes.flatMap((mode) =>
        Array.from({ length: roundsPerMode }, (_, index) =>
          sendOne(mode, mode === 'webhook' && index % 4 === 0 ? longMs : 4000 + 20 * index),
        ),
      ),
    );
    // Clients keep calling while the processes are restarted.
    let isOver = false;
    const trickle = (async () => {
      for (let index = 0; !isOver; index++) {
        await sendOne(modes[index % modes.length]!, 300);
        await delay(50);
      }
    })();
    for (const service of first) {
      assert.equal(await service.terminate(), 0);
      balancer.remove(service.address);
      await start();
    }
    isOver = true;
    await trickle;

    for (const { mode, answer } of sent) checkAnswer(mode, await answer, slowReply);
    const webhook = await Promise.all(
      sent.filter(({ mode }) => mode === 'webhook').map(({ answer }) => answer),
    );
    await eventually(
      'no round is open',
      async () => {
        const open = await db.query
          .selectFrom('rounds')
          .select('id')
          .where('status', '=', 'running')
          .execute();
        return open.length === 0;
      },
      180_000,
    );
    await checkDeliveries(receiver, webhook, slowReply);
    assert.deepEqual(balancer.failures, []);
    const rounds = await db.query
      .selectFrom('rounds')
      .select(['mode', 'status', 'attempt', 'releases'])
      .execute();
    assert.equal(rounds.length, sent.length);
    assert.deepEqual([...new Set(rounds.map(({ status }) => status))], ['done']);
    const again = rounds.filter(({ attempt }) => attempt > 1);
    assert.ok(again.length > 0, 'some webhook rounds were run again');
    for (const { mode, attempt, releases } of again)
      assert.deepEqual([mode, attempt - releases], ['webhook', 1], 'none of them counts as lost');
    return undefined;
  } finally {
    for (const { process, kill } of services)
      if (process.exitCode === null && process.signalCode === null) await kill();
    await balancer.close();
    await db.close();
    await model.close();
    await receiver.close();
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
};

export const rollingDeployCases: readonly FaultCase[] = [
  {
    name: `two processes restarted one after the other with ${roundsPerMode} rounds of every mode under way`,
    databases: ['postgres'],
    run: restartOneAfterTheOther,
  },
];
