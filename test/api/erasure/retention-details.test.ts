import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { operatorOf } from '../../support/console/operator.ts';
import { filesHolding, tablesHolding } from '../../support/databases/search-everything.ts';
import { ageData, runRetention } from '../../support/erasure/age-data.ts';
import { send, talkative } from '../../support/erasure/speak-everywhere.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const setDays = async (service: TestService, change: object): Promise<void> => {
  const { call, agent } = await operatorOf(service);
  const changed = await call('PATCH', `${agent}/retention`, change);
  assert.equal(changed.status, 200, changed.text);
};

/** Of all agents and channels, on the only day with rounds. Days that were counted before their data was aged have none. */
const figuresOf = async ({ app }: TestService) => {
  const rows = await app.db.query
    .selectFrom('analytics_days')
    .selectAll()
    .where('agent_id', '=', '')
    .where('channel', '=', '')
    .where('rounds', '>', 0)
    .execute();
  assert.equal(rows.length, 1);
  assert.deepEqual([rows[0]!.tool_calls, rows[0]!.nothing_found].map(Number), [1, 1]);
  return { ...rows[0]! };
};

/** An agent with a tool that gets and returns the word. */
const withTool = () =>
  createScriptedModel(({ messages }) =>
    messages.at(-1)!.role === 'tool'
      ? [{ say: 'It is fine.' }]
      : [
          {
            call: {
              id: 'c1',
              name: 'lookup',
              arguments: { order: 'Ferdinand-22' },
              argumentsText: '{"order":"Ferdinand-22"}',
            },
          },
        ],
  );

testService(
  'details of old replies are deleted, and messages, figures and costs stay',
  withTool,
  async (service) => {
    const { db, rooms } = service.app;
    const { get } = await operatorOf(service);
    const receiver = await startReceiver();
    try {
      receiver.answerWith((_call, response) => response.writeHead(200).end('{"state":"Ferdinand-22"}'));
      const tool = {
        name: 'lookup',
        description: 'Finds an order',
        method: 'POST',
        url: receiver.url,
        headers: {},
      };
      await service.configure({
        tools: { http: [{ ...tool, parameters: {}, timeoutMs: 1000 }] } as never,
        prices: { textInputPerMillion: '1000' },
      });
      const id = await service.newConversation('ada');
      const answered = await send(service, id, 'How is my order?', { response_mode: 'blocking' });
      const { message_id: roundId } = answered.body;
      assert.ok((await tablesHolding(db, 'Ferdinand-22')).includes('traces.steps'));
      await sql`update rounds set error_cause = 'Ferdinand-22 is unknown'`.execute(db.query);
      // The job may count the round before its data is aged, or afterwards. Here it does both.
      await rooms.analytics.followChanges();
      await ageData(db, 8);
      await rooms.analytics.followChanges();
      const figures = await figuresOf(service);
      const detail = (await get(`/rounds/${roundId}`)).body;

      await setDays(service, { traceDays: 7 });
      await runRetention(service);
      assert.deepEqual(await tablesHolding(db, 'Ferdinand-22'), []);
      assert.deepEqual(await db.query.selectFrom('round_events').selectAll().execute(), []);
      const after = (await get(`/rounds/${roundId}`)).body;
      assert.deepEqual(
        after.trace.map(({ kind, name, durationMs, credits }: Record<string, unknown>) => [
          kind,
          name,
          durationMs,
          credits,
        ]),
        detail.trace.map(({ kind, name, durationMs, credits }: Record<string, unknown>) => [
          kind,
          name,
          durationMs,
          credits,
        ]),
      );
      assert.deepEqual([after.question, after.answer], [detail.question, detail.answer]);
      const { lastRun } = (await get('/retention')).body;
      assert.deepEqual([lastRun.traces, lastRun.conversations], [1, 0]);

      // A late rating counts the round again, from what is left of it.
      await db.query.updateTable('rounds').set({ feedback: 'GOOD' }).execute();
      await rooms.analytics.followChanges();
      assert.deepEqual(await figuresOf(service), { ...figures, feedback_good: 1 });

      // A round of today keeps its details.
      await send(service, id, 'And today?');
      await runRetention(service);
      assert.ok((await tablesHolding(db, 'Ferdinand-22')).includes('traces.steps'));
    } finally {
      await receiver.close();
    }
  },
);

testService(
  'a stream whose log was deleted ends with an error instead of silence',
  talkative,
  async (service) => {
    const id = await service.newConversation();
    const { body } = await send(service, id, 'Hello');
    await ageData(service.app.db, 2);
    await setDays(service, { traceDays: 1 });
    await runRetention(service);
    const feed = await service.app.rooms.runtime.feed(body.message_id);
    await new Promise<void>((resolve) => {
      const look = () => feed.ended && resolve();
      feed.listen(look);
      look();
    });
    assert.deepEqual(
      feed.events.map(({ type }) => type),
      ['failure'],
    );
  },
);

const allowed = { FRONTDESK_EGRESS_ALLOW: '127.0.0.1' };

testService(
  'old deliveries are deleted, and pending ones are kept',
  () => ({ ...talkative(), environment: allowed }),
  async (service) => {
    const { db } = service.app;
    const receiver = await startReceiver();
    try {
      await service.configure({ webhook: { url: receiver.url } });
      const id = await service.newConversation();
      for (const text of ['One', 'Two']) await send(service, id, text, { response_mode: 'webhook' });
      await service.app.rooms.jobs.idle();
      const rows = await db.query.selectFrom('deliveries').select('id').orderBy('sequence').execute();
      assert.ok(rows.length >= 2);
      await db.query
        .updateTable('deliveries')
        .set({ status: 'pending', ended_at: null })
        .where('id', '=', rows[0]!.id)
        .execute();
      await ageData(db, 2);
      await setDays(service, { traceDays: 1 });
      await runRetention(service);
      const left = await db.query.selectFrom('deliveries').select('id').execute();
      assert.deepEqual(
        left.map(({ id }) => id),
        [rows[0]!.id],
      );
    } finally {
      await receiver.close();
    }
  },
);

testService('files of old messages are deleted, and their messages say so', talkative, async (service) => {
  const { db } = service.app;
  const { get, workspace, call } = await operatorOf(service);
  const id = await service.newConversation('ada');
  const document = (text: string) => ({
    type: 'document',
    document: { name: 'letter.txt', base64_content: Buffer.from(text).toString('base64') },
  });
  await send(service, id, [{ type: 'text', text: 'My letter' }, document('Dear Leopold-31')]);
  const [message] = (await get(`/conversations/${id}/messages`)).body.items;
  const address = message.files[0].url;
  assert.equal((await service.call('GET', address, undefined, { key: null })).status, 200);
  const added = await call(
    'POST',
    `${workspace}/agents/${(await operatorOf(service)).agentId}/knowledge-bases`,
    { name: 'Handbook' },
  );
  assert.equal(added.status, 201, added.text);
  await ageData(db, 15);
  await send(service, id, [document('Dear Leopold-32')]);
  await setDays(service, { fileDays: 14 });
  await runRetention(service);

  assert.deepEqual(filesHolding(service.folder, 'Leopold-31'), []);
  assert.ok(!(await tablesHolding(db, 'Dear Leopold-31')).includes('file_pieces.bytes'));
  const files = await db.query.selectFrom('files').select('id').execute();
  assert.equal(files.length, 1, 'the newer file stays');
  const gone = await service.call('GET', address, undefined, { key: null });
  assert.equal(gone.status, 404);
  assert.match(gone.text, /data retention/);
  const { items } = (await get(`/conversations/${id}/messages`)).body;
  const [old, recent] = items.filter(({ role }: { role: string }) => role === 'user');
  assert.deepEqual(
    [old.text, old.files[0].name, old.files[0].removedAfterDays, old.files[0].url],
    ['My letter', 'letter.txt', 14, ''],
  );
  assert.equal(recent.files[0].removedAfterDays, undefined);
  assert.equal((await get('/retention')).body.lastRun.files, 1);
  // The public API still lists the message, and the conversation continues.
  const listed = await service.call('GET', `/v2/messages?conversation_id=${id}`);
  assert.equal(listed.status, 200, listed.text);
  assert.ok(listed.text.includes('letter.txt'));
  assert.equal((await send(service, id, 'Do you still have it?')).status, 200);
  // Erasing the conversation later does not stumble over the missing file.
  const { remove } = await operatorOf(service);
  assert.equal((await remove(`/conversations/${id}`)).status, 200);
});
