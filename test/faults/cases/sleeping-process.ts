import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgres } from '../../../src/db/index.ts';
import { createTestDatabase } from '../../support/databases/postgres.ts';
import { startModelServer } from '../../support/models/model-server.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { changeFirstAgent } from '../../support/service/change-first-agent.ts';
import { readEvents } from '../../support/service/service.ts';
import { type ServiceProcess, startServiceProcess } from '../../support/service/service-process.ts';
import { eventually } from '../../support/time/eventually.ts';
import type { FaultCase } from './fault-case.ts';

const newConversation = async (service: ServiceProcess): Promise<string> => {
  const response = await service.post('/v1/conversation', { user_id: 'ada' });
  return ((await response.json()) as { conversation_id: string }).conversation_id;
};

const send = (service: ServiceProcess, conversation_id: string, response_mode: string): Promise<Response> =>
  service.post('/v2/conversation/message', {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: 'How is it?' }],
  });

const wakeAfterTakeover = async (): Promise<undefined> => {
  const database = await createTestDatabase();
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'frontdesk-sleep-')));
  const [model, receiver] = [await startModelServer(), await startReceiver()];
  const services: ServiceProcess[] = [];
  const start = async (folder: string): Promise<ServiceProcess> => {
    const service = await startServiceProcess({
      DATABASE_URL: database.url,
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_MODEL_BASE_URL: model.url,
      FRONTDESK_MODEL_NAME: 'stub',
    });
    services.push(service);
    return service;
  };
  const db = await openPostgres(database.url);
  try {
    const sleeper = await start(folders[0]!);
    // The model reports more tokens than are reserved, so the end of a run reserves more.
    await changeFirstAgent(sleeper, {
      webhook: { url: receiver.url },
      prices: { textOutputPerMillion: '15' },
      maxOutputTokens: 1,
    });
    const [asleep] = await db.query.selectFrom('processes').select('id').execute();
    await start(folders[1]!);
    model.pause();
    const [conversation, other] = [await newConversation(sleeper), await newConversation(sleeper)];
    const streaming = (await send(sleeper, conversation, 'streaming')).text();
    await eventually('the model was asked', () => model.calls === 1);
    const queued = send(sleeper, conversation, 'blocking');
    await send(sleeper, other, 'webhook');
    const countRounds = async () => (await db.query.selectFrom('rounds').select('id').execute()).length;
    await eventually('all rounds are stored', async () => model.calls === 2 && (await countRounds()) === 3);

    sleeper.process.kill('SIGSTOP');
    // Otherwise the test would wait 20 s until a process without heartbeat counts as dead.
    await db.query.updateTable('processes').set({ heartbeat_at: 0 }).where('id', '=', asleep!.id).execute();
    await eventually('the other process took over', async () => {
      const rows = await db.query.selectFrom('processes').select('id').execute();
      return rows.length === 1 && model.calls === 3;
    });
    sleeper.process.kill('SIGCONT');
    model.goOn();

    assert.equal(readEvents(await streaming).at(-1)!.code, 50_000);
    assert.equal(((await (await queued).json()) as { code: number }).code, 50_000);
    await eventually('the reply was delivered', () => receiver.calls.length > 0);
    assert.equal((await send(sleeper, conversation, 'blocking')).status, 200, 'it answers again');
    assert.equal(model.calls, 4, 'the queued round was not run');

    const rounds = await db.query.selectFrom('rounds').selectAll().orderBy('created_at').execute();
    assert.deepEqual(
      rounds.map(({ mode, status, attempt }) => [mode, status, attempt]),
      [
        ['streaming', 'failed', 1],
        ['blocking', 'failed', 1],
        ['webhook', 'done', 2],
        ['blocking', 'done', 1],
      ],
    );
    for (const { id, status } of rounds) {
      const logs = await db.query
        .selectFrom('round_events')
        .select('events')
        .where('round_id', '=', id)
        .orderBy('first_sequence')
        .execute();
      const types: string[] = logs.flatMap((row) => JSON.parse(row.events)).map(({ type }) => type);
      assert.equal(types.at(-1), status === 'failed' ? 'failure' : 'message-end');
      assert.equal(types.filter((type) => type === 'message-start').length, 1);
    }
    const workspace = await db.query.selectFrom('workspaces').selectAll().executeTakeFirstOrThrow();
    assert.equal(workspace.reserved_nano, 0, 'no reserved credits are left');
    const ledger = await db.query.selectFrom('ledger_entries').select('credits_nano').execute();
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);
    assert.equal(sum(ledger.map((row) => row.credits_nano)), sum(rounds.map((row) => row.cost_nano)));
    for (const service of services) assert.equal(await service.terminate(), 0);
    assert.equal(receiver.calls.length, 1, 'delivered once');
    return undefined;
  } finally {
    for (const { process, kill } of services)
      if (process.exitCode === null && process.signalCode === null) await kill();
    await db.close();
    await model.close();
    await receiver.close();
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
};

export const sleepingProcessCases: readonly FaultCase[] = [
  {
    name: 'a process that wakes after others took over its rounds writes nothing to them',
    databases: ['postgres'],
    run: wakeAfterTakeover,
  },
];
