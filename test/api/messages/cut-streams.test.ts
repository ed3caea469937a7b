import assert from 'node:assert/strict';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { readEvents, type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const words = ['one ', 'two ', 'three ', 'four ', 'five'];
const options = () => createScriptedModel(() => words.map((say) => ({ say })));

const send = (service: TestService, conversation_id: string, response_mode: string) =>
  service.call('POST', '/v2/conversation/message', {
    conversation_id,
    response_mode,
    messages: [{ role: 'user', content: 'Count.' }],
  });

/** Without the ids of requests, which differ. */
const resume = async ({ call }: TestService, messageId: string, after: number) =>
  readEvents(
    (await call('GET', `/v1/conversation/message/stream?message_id=${messageId}&after=${after}`)).text,
  ).map(({ id, code, message, data }) => ({ id, code, message, data }));

/** Leaves an ended round as if its process had been killed after it had logged `loggedCount` events. */
const leaveCut = async ({ app }: TestService, roundId: string, loggedCount: number): Promise<void> => {
  const { query } = app.db;
  const rows = await query
    .selectFrom('round_events')
    .select('events')
    .where('round_id', '=', roundId)
    .execute();
  const events = rows.flatMap((row) => JSON.parse(row.events)).slice(0, loggedCount);
  for (const table of ['ledger_entries', 'round_events', 'traces'] as const)
    await query.deleteFrom(table).where('round_id', '=', roundId).execute();
  await query
    .insertInto('round_events')
    .values({ round_id: roundId, first_sequence: 0, events: JSON.stringify(events) })
    .execute();
  await query
    .updateTable('rounds')
    .set({ status: 'running', owner: 'killed', ended_at: null, usage: null })
    .where('id', '=', roundId)
    .execute();
  const killed = { id: 'killed', host: 'elsewhere', pid: 1, started_at: 1, heartbeat_at: 0 };
  await query.insertInto('processes').values(killed).execute();
};

testService(
  'a resumed stream of a round that a crash cut always ends with the failure event',
  options,
  async (service) => {
    const whole = readEvents((await send(service, await service.newConversation(), 'streaming')).text);
    const { message_id: messageId } = whole[0]!.data as { message_id: string };
    const loggedCount = 3;
    await leaveCut(service, messageId, loggedCount);
    await service.restart();

    const all = await resume(service, messageId, 0);
    assert.deepEqual(all.slice(0, -1), whole.slice(0, loggedCount), 'logged events are still sent');
    const failure = all.at(-1)!;
    assert.equal(failure.code, 50_000);
    assert.ok(failure.id > 100_000, `${failure.id} is above every id that was sent`);
    for (const after of [1, 2])
      assert.deepEqual(await resume(service, messageId, after), all.slice(after), `after ${after}`);
    // The client has seen all logged events, events that were not logged, and events that were never sent.
    for (const after of [3, 4, 5, 85, 100_000, failure.id, 999_999_999_999_999])
      assert.deepEqual(await resume(service, messageId, after), [failure], `after ${after}`);
  },
);

testService(
  'a round cut by an earlier version ends with the failure event for a client that saw more than the log',
  options,
  async (service) => {
    const whole = readEvents((await send(service, await service.newConversation(), 'streaming')).text);
    const { message_id: messageId } = whole[0]!.data as { message_id: string };
    const events = [{ type: 'failure', code: 50_000, message: 'Internal error' }];
    const { query } = service.app.db;
    await query
      .updateTable('round_events')
      .set({ events: JSON.stringify(events) })
      .execute();
    assert.deepEqual(
      (await resume(service, messageId, 4)).map(({ code }) => code),
      [50_000],
    );
  },
);

testService(
  'a client that saw a part of a webhook round gets all of the run that replaces it',
  options,
  async (service) => {
    const receiver = await startReceiver();
    try {
      await service.configure({ webhook: { url: receiver.url } });
      const { message_id: messageId } = (await send(service, await service.newConversation(), 'webhook'))
        .body;
      await eventually('the reply was delivered', () => receiver.calls.length === 1);
      const first = await resume(service, messageId, 0);
      await leaveCut(service, messageId, 2);
      await service.restart();
      await eventually('the second run was delivered', () => receiver.calls.length === 2);
      const second = await resume(service, messageId, 0);
      assert.deepEqual(
        second.map(({ code, data }) => [code, data]),
        first.map(({ code, data }) => [code, data]),
      );
      assert.ok(second[0]!.id > first.at(-1)!.id, 'no id of the first run is used again');
      for (const { id } of first) assert.deepEqual(await resume(service, messageId, id), second);
      assert.deepEqual(await resume(service, messageId, second[2]!.id), second.slice(3));
      assert.deepEqual(await resume(service, messageId, second.at(-1)!.id), []);
    } finally {
      await receiver.close();
    }
  },
);
