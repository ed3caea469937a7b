import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DatabaseKind, openPostgres, openSqlite } from '../../src/db/index.ts';
import { createTestDatabase } from '../support/databases/postgres.ts';
import { startModelServer } from '../support/models/model-server.ts';
import { skipWithout } from '../support/runner/test-groups.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { changeFirstAgent } from '../support/service/change-first-agent.ts';
import { type ServiceProcess, startServiceProcess } from '../support/service/service-process.ts';
import { eventually } from '../support/time/eventually.ts';

/** Data folder and database that several processes use one after the other. */
const openPlace = async (kind: DatabaseKind) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-lost-'));
  const database = kind === 'postgres' ? await createTestDatabase() : undefined;
  return {
    settings: {
      FRONTDESK_DATA_DIR: folder,
      ...(database ? { DATABASE_URL: database.url } : {}),
    },
    /** To read the data while no process runs. */
    open: () => (database ? openPostgres(database.url) : openSqlite(folder)),
    remove: async () => {
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const failsAfterTwoLosses = async (kind: DatabaseKind): Promise<void> => {
  const installation = await openPlace(kind);
  const [model, receiver] = [await startModelServer(), await startReceiver()];
  const services: ServiceProcess[] = [];
  const start = async (): Promise<ServiceProcess> => {
    const service = await startServiceProcess({
      ...installation.settings,
      FRONTDESK_MODEL_BASE_URL: model.url,
      FRONTDESK_MODEL_NAME: 'stub',
    });
    services.push(service);
    return service;
  };
  /** Kills the process during the model call and returns the state of the round. */
  const lose = async (service: ServiceProcess, calls: number) => {
    await eventually('the model was asked', () => model.calls >= calls);
    await service.kill();
    const db = await installation.open();
    // Otherwise the test would wait 20 s until a process without heartbeat counts as dead.
    await db.query.updateTable('processes').set({ heartbeat_at: 0 }).execute();
    const round = await db.query.selectFrom('rounds').select(['status', 'attempt']).executeTakeFirstOrThrow();
    await db.close();
    return [round.status, round.attempt];
  };
  try {
    const first = await start();
    await changeFirstAgent(first, { webhook: { url: receiver.url } });
    const { conversation_id } = (await (await first.post('/v1/conversation', { user_id: 'ada' })).json()) as {
      conversation_id: string;
    };
    model.pause();
    const accepted = (await (
      await first.post('/v2/conversation/message', {
        conversation_id,
        response_mode: 'webhook',
        messages: [{ role: 'user', content: 'How is it?' }],
      })
    ).json()) as { message_id: string };
    assert.deepEqual(await lose(first, 1), ['running', 1]);
    assert.deepEqual(await lose(await start(), 2), ['running', 2]);

    const third = await start();
    await eventually('the failure was delivered', () => receiver.calls.length > 0);
    const body = JSON.parse(receiver.calls[0]!.body);
    assert.deepEqual(
      [body.message_id, body.output, body.error.code],
      [accepted.message_id, [], 50000],
      'the receiver gets the error with the message id',
    );
    assert.equal(model.calls, 2, 'the model is not called a third time');
    assert.equal(await third.terminate(), 0);
    assert.equal(receiver.calls.length, 1);
    const db = await installation.open();
    const round = await db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
    await db.close();
    assert.deepEqual([round.status, round.error_code, round.attempt], ['failed', 50000, 2]);
  } finally {
    for (const service of services)
      if (service.process.exitCode === null && service.process.signalCode === null) await service.kill();
    await model.close();
    await receiver.close();
    await installation.remove();
  }
};

test('a webhook round that has lost its process twice is delivered as error 50000 (sqlite)', () =>
  failsAfterTwoLosses('sqlite'));

test(
  'a webhook round that has lost its process twice is delivered as error 50000 (postgres)',
  {
    skip: skipWithout('postgres'),
  },
  () => failsAfterTwoLosses('postgres'),
);
