import assert from 'node:assert/strict';
import { sweepKeys } from '../../../src/idempotency/index.ts';
import { addPerson, operatorOf } from '../../support/console/operator.ts';
import { filesHolding, tablesHolding } from '../../support/databases/search-everything.ts';
import { ageData, runRetention } from '../../support/erasure/age-data.ts';
import {
  doors,
  ledger,
  send,
  speakEverywhere,
  talkative,
  withEchoes,
} from '../../support/erasure/speak-everywhere.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const setDays = async (service: TestService, change: object) => {
  const { call, agent } = await operatorOf(service);
  const changed = await call('PATCH', `${agent}/retention`, change);
  assert.equal(changed.status, 200, changed.text);
  return changed.body;
};

/** As if all deliveries had failed and the person had closed the session. */
const endWork = async ({ app }: TestService): Promise<void> => {
  await app.db.query.deleteFrom('jobs').where('queue', '=', 'deliveries').execute();
  await app.db.query
    .updateTable('deliveries')
    .set({ status: 'dead', ended_at: 1, next_attempt_at: null })
    .where('status', '=', 'pending')
    .execute();
  await app.db.query.updateTable('human_sessions').set({ status: 'closed', closed_at: 1 }).execute();
};

const figuresOf = async (service: TestService) => {
  const { call, workspace } = await operatorOf(service);
  await service.app.rooms.analytics.followChanges();
  const dayOf = (agoDays: number) => new Date(Date.now() - agoDays * 86_400_000).toISOString().slice(0, 10);
  const { body } = await call('GET', `${workspace}/analytics?from=${dayOf(60)}&to=${dayOf(0)}`);
  assert.equal(body.total.rounds, 8 + 3 + 1, 'also the recent round');
  return body.total;
};

testService(
  'nothing of an old conversation is left, and totals, ledger and the user stay',
  talkative,
  (service) =>
    withEchoes(service, async (bench) => {
      const { get, call, agentId } = await operatorOf(service);
      const { db } = service.app;
      const [word, userId] = ['Zebulon-7f3a', 'user-of-7f3a'];
      const id = await speakEverywhere(service, bench, { userId, word });
      const before = await tablesHolding(db, word);
      for (const door of doors) assert.ok(before.includes(door), `${door} is not among ${before}`);
      await endWork(service);
      await service.app.rooms.analytics.followChanges();
      await ageData(service.app.db, 31);
      const recent = await service.newConversation('somebody-else');
      await send(service, recent, 'Hello');
      await sweepKeys(db.query, Date.now());
      const { id: messageId } = await db.query
        .selectFrom('rounds')
        .select('id')
        .where('conversation_id', '=', id)
        .executeTakeFirstOrThrow();
      const paid = await ledger(service);
      const figures = await figuresOf(service);

      assert.deepEqual((await get('/retention/preview?conversationDays=30')).body, { conversations: 1 });
      assert.deepEqual((await get('/retention/preview?conversationDays=32')).body, { conversations: 0 });
      const saved = await setDays(service, { conversationDays: 30 });
      assert.deepEqual(saved, { conversationDays: 30, traceDays: null, fileDays: null, lastRun: null });
      await runRetention(service);

      // The user stays, with data from outside this conversation.
      assert.deepEqual(await tablesHolding(db, word), ['user_properties.value']);
      assert.deepEqual(filesHolding(service.folder, word), []);
      assert.deepEqual(await tablesHolding(db, messageId), []);
      const left = await ledger(service);
      assert.deepEqual([left.count, left.sum, left.named], [paid.count, paid.sum, 1]);
      assert.deepEqual(await figuresOf(service), figures);
      const again = await send(service, id, 'Hello?');
      assert.deepEqual([again.status, again.body.code], [404, 40356]);
      assert.equal((await get('/conversations')).body.total, 1);

      const { lastRun } = (await get('/retention')).body;
      assert.deepEqual(
        { ...lastRun, startedAt: '', endedAt: '' },
        { startedAt: '', endedAt: '', conversations: 1, rounds: 13, files: 2, traces: 0, deliveries: 0 },
      );
      const [entry] = (await call('GET', '/audit?action=retention.run')).body.items;
      assert.deepEqual(
        [entry.targetId, entry.actor, entry.changes],
        [agentId, 'service', { conversations: [1, 0], rounds: [13, 0], files: [2, 0] }],
      );
      // A run that deletes nothing is not recorded.
      await runRetention(service);
      assert.equal((await call('GET', '/audit?action=retention.run')).body.total, 1);
      assert.equal((await get('/retention')).body.lastRun.conversations, 0);
    }),
);

testService(
  'a conversation that somebody still works on is kept, until that ends',
  () =>
    createScriptedModel(({ messages }) =>
      JSON.stringify(messages).includes('wait') ? [{ wait: new Promise(() => {}) }] : [{ say: 'Yes.' }],
    ),
  async (service) => {
    const { db } = service.app;
    const { agentId, workspace } = await operatorOf(service);
    const ids: string[] = [];
    for (const _name of ['running', 'session', 'delivery', 'mail', 'unused', 'late session'])
      ids.push(await service.newConversation());
    const [running, session, delivery, mail, unused, lateSession] = ids as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    for (const id of [session, delivery, mail, lateSession]) await send(service, id, 'Hello');
    const answer = send(service, running, 'Please wait');
    const workspaceId = workspace.split('/').at(-1)!;
    const ownRow = { workspace_id: workspaceId, agent_id: agentId };
    const sessionRow = {
      ...ownRow,
      ordinal: 1,
      channel: 'API',
      trigger_kind: 'operator' as const,
      trigger_round_id: null,
      start_sequence: 1,
      first_reply_ms: 1,
      idle_ms: 1,
      has_replied: 0 as const,
      deadline_at: null,
      told_unreachable: 0 as const,
      close_reason: null,
      created_at: 1,
      opened_at: 1,
      changed_at: 1,
    };
    await eventually('the reply is running', async () => {
      const rounds = db.query.selectFrom('rounds').select('id').where('conversation_id', '=', running);
      return (await rounds.execute()).length > 0;
    });
    await service.app.rooms.jobs.idle();
    await ageData(service.app.db, 3);
    await db.query
      .insertInto('human_sessions')
      .values([
        {
          ...sessionRow,
          id: 's1',
          conversation_id: session,
          establish_delivery_id: 's1',
          status: 'open',
          closed_at: null,
        },
        {
          ...sessionRow,
          id: 's2',
          conversation_id: lateSession,
          establish_delivery_id: 's2',
          status: 'closed',
          closed_at: Date.now(),
          changed_at: Date.now(),
        },
      ])
      .execute();
    await db.query
      .insertInto('deliveries')
      .values({
        ...ownRow,
        id: 'd1',
        conversation_id: delivery,
        kind: 'reply',
        target: 'message',
        path: '',
        body: '{}',
        attempts: 1,
        schedule_step: 0,
        status: 'pending',
        next_attempt_at: null,
        created_at: 1,
        ended_at: null,
      })
      .execute();
    await db.query
      .insertInto('mails')
      .values({
        id: 'm1',
        workspace_id: workspaceId,
        kind: 'reply',
        conversation_id: mail,
        human_message_id: null,
        operator_id: null,
        sender_name: '',
        to_address: 'ada@example.com',
        subject: '',
        body_text: '',
        body_html: '',
        message_id: 'm1',
        status: 'queued',
        error: null,
        created_at: 1,
        ended_at: null,
      })
      .execute();
    const left = async (): Promise<string[]> =>
      (await db.query.selectFrom('conversations').select('id').execute()).map((row) => row.id).toSorted();

    await setDays(service, { conversationDays: 2 });
    await runRetention(service);
    assert.deepEqual(
      await left(),
      [running, session, delivery, mail, lateSession].toSorted(),
      'only the unused one is deleted',
    );
    assert.ok(!(await left()).includes(unused));

    await service.app.rooms.runtime.stopRound(
      (
        await db.query
          .selectFrom('rounds')
          .select('id')
          .where('conversation_id', '=', running)
          .executeTakeFirstOrThrow()
      ).id,
    );
    await answer;
    await db.query
      .updateTable('human_sessions')
      .set({ status: 'closed', closed_at: 1, changed_at: 1 })
      .execute();
    await db.query.updateTable('deliveries').set({ status: 'delivered', ended_at: 1 }).execute();
    await db.query.updateTable('mails').set({ status: 'sent', ended_at: 1 }).execute();
    await runRetention(service);
    assert.deepEqual(await left(), []);
  },
);

testService('without a limit, and after it is removed, nothing is deleted', talkative, async (service) => {
  const { get } = await operatorOf(service);
  await send(service, await service.newConversation(), 'Hello');
  await ageData(service.app.db, 4000);
  await runRetention(service);
  assert.equal((await get('/retention')).body.lastRun, null);
  await setDays(service, { conversationDays: 3650 });
  await setDays(service, { conversationDays: null });
  await runRetention(service);
  assert.equal((await get('/conversations')).body.total, 1);
});

testService(
  'a change is in the audit log, and a value outside of the limits is refused',
  {},
  async (service) => {
    const { call, agent } = await operatorOf(service);
    await setDays(service, { conversationDays: 30 });
    await setDays(service, { traceDays: 7, fileDays: 14 });
    await setDays(service, { traceDays: 7 });
    const { items } = (await call('GET', '/audit?action=retention.update')).body;
    assert.deepEqual(
      items.map(({ changes }: { changes: object }) => changes),
      [{ traceDays: [null, 7], fileDays: [null, 14] }, { conversationDays: [null, 30] }],
    );
    for (const [body, name] of [
      [{ conversationDays: 0 }, 'conversationDays'],
      [{ conversationDays: 3651 }, 'conversationDays'],
      [{ traceDays: 1.5 }, 'traceDays'],
      [{ fileDays: '7' }, 'fileDays'],
      [{}, ''],
    ] as const) {
      const refused = await call('PATCH', `${agent}/retention`, body);
      assert.equal(refused.status, 400, JSON.stringify(body));
      assert.ok(refused.text.includes(name), refused.text);
    }
    assert.equal((await call('GET', `${agent}/retention/preview?conversationDays=0`)).status, 400);
  },
);

testService('a viewer reads the retention and cannot change it', {}, async (service) => {
  const { workspace, agent } = await operatorOf(service);
  const person = { email: 'vera@example.com', role: 'viewer', password: 'correct horse battery' };
  await addPerson(service, { workspace, ...person });
  const { headers } = await service.call('POST', '/console/api/session', person, { key: null });
  const cookie = String(headers['set-cookie']).split(';')[0]!;
  const options = { key: null, headers: { cookie, 'x-frontdesk-console': '1' } };
  assert.equal((await service.call('GET', `/console/api${agent}/retention`, undefined, options)).status, 200);
  const refused = await service.call(
    'PATCH',
    `/console/api${agent}/retention`,
    { conversationDays: 1 },
    options,
  );
  assert.equal(refused.status, 403);
});
