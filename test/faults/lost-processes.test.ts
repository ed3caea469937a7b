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

/** A folder and, on PostgreSQL, a database that several processes use one after the other. */
const openPlace = async (kind: DatabaseKind) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-lost-'));
  const database = kind === 'postgres' ? await createTestDatabase() : undefined;
  return {
    settings: {
      FRONTDESK_DATA_DIR: folder,
      ...(database ? { DATABASE_URL: database.url } : {}),
    },
    /** For a look from outside, while no process runs. */
    open: () => (database ? openPostgres(database.url) : openSqlite(folder)),
    remove: async () => {
      await database?.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

const failsAfterTwoLosses = async (kind: DatabaseKind): Promise<void> => {
  const place = await openPlace(kind);
  const [model, receiver] = [await startModelServer(), await startReceiver()];
  const lives: ServiceProcess[] = [];
  const start = async (): Promise<ServiceProcess> => {
    const life = await startServiceProcess({
      ...place.settings,
      FRONTDESK_MODEL_BASE_URL: model.url,
      FRONTDESK_MODEL_NAME: 'stub',
    });
    lives.push(life);
    return life;
  };
  /** Ends the process while the model is asked, and tells how the round stands. */
  const lose = async (life: ServiceProcess, calls: number) => {
    await eventually('the model was asked', () => model.calls >= calls);
    await life.kill();
    const db = await place.open();
    // Nobody has to wait for the 20 s after which a silent process counts as dead.
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
      'the receiver learns which message failed',
    );
    assert.equal(model.calls, 2, 'the model is not asked a third time');
    assert.equal(await third.terminate(), 0);
    assert.equal(receiver.calls.length, 1);
    const db = await place.open();
    const round = await db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
    await db.close();
    assert.deepEqual([round.status, round.error_code, round.attempt], ['failed', 50000, 2]);
  } finally {
    for (const life of lives)
      if (life.process.exitCode === null && life.process.signalCode === null) await life.kill();
    await model.close();
    await receiver.close();
    await place.remove();
  }
};

test('a webhook round that has lost its process twice fails with 50000 and says so (sqlite)', () =>
  failsAfterTwoLosses('sqlite'));

test(
  'a webhook round that has lost its process twice fails with 50000 and says so (postgres)',
  {
    skip: skipWithout('postgres'),
  },
  () => failsAfterTwoLosses('postgres'),
);
