import assert from 'node:assert/strict';
import { createScriptedModel, type ScriptedModel, usageOf } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

let model: ScriptedModel;
let goOn = (): void => {};

testService(
  'a process that has lost its rounds writes no events, reserves no credits and starts none of them',
  () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    goOn = resolve;
    // Reports more than was reserved, so that the end of the run reserves more.
    model = createScriptedModel(() => [{ say: 'so ' }, { wait: promise }, { say: 'far' }], {
      usage: usageOf(900_000, 50),
    });
    return { models: model.models };
  },
  async (service) => {
    const { db, rooms } = service.app;
    await service.configure({ prices: { textInputPerMillion: '3', textOutputPerMillion: '15' } });
    const conversation_id = await service.newConversation();
    const send = (response_mode: string) =>
      service.call('POST', '/v2/conversation/message', {
        conversation_id,
        response_mode,
        messages: [{ role: 'user', content: 'Hi' }],
      });
    const readEvents = () =>
      db.query.selectFrom('round_events').selectAll().orderBy('round_id').orderBy('first_sequence').execute();
    const readReserved = async () =>
      (await db.query.selectFrom('workspaces').select('reserved_nano').executeTakeFirstOrThrow())
        .reserved_nano;

    const streaming = send('streaming');
    await eventually('the model was asked', () => model.requests.length === 1);
    const queued = send('streaming');
    await eventually('the first events of both are logged', async () => {
      const logged = await readEvents();
      const rounds = new Set(logged.map(({ round_id }) => round_id));
      return rounds.size === 2 && logged.some((row) => row.events.includes('so '));
    });
    const [events, reserved] = [await readEvents(), await readReserved()];
    assert.ok(reserved > 0);
    // As if another process had taken over the rounds.
    const other = { id: 'other', host: 'elsewhere', pid: 1, started_at: 1, heartbeat_at: 1 };
    await db.query.insertInto('processes').values(other).execute();
    await db.query.updateTable('rounds').set({ owner: 'other', attempt: 2 }).execute();
    await db.query
      .updateTable('rounds')
      .set({ status: 'failed', ended_at: 1 })
      .where('sequence', '=', 1)
      .execute();
    goOn();
    await Promise.all([streaming, queued]);
    await eventually('both runs are over', () => rooms.runtime.liveCount === 0);
    assert.deepEqual(await readEvents(), events);
    assert.equal(await readReserved(), reserved);
    assert.deepEqual(await db.query.selectFrom('ledger_entries').selectAll().execute(), []);
    // On SQLite there is no other process that could have ended a round.
    if (db.kind === 'postgres') assert.equal(model.requests.length, 1, 'the queued round was not run');
  },
);
