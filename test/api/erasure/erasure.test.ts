import assert from 'node:assert/strict';
import { operatorOf } from '../../support/console/operator.ts';
import { filesHolding, tablesHolding } from '../../support/databases/search-everything.ts';
import {
  doors,
  ledger,
  send,
  speakEverywhere,
  talkative,
  withEchoes,
} from '../../support/erasure/speak-everywhere.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

testService('no data of an erased user is left in any table or file', talkative, (service) =>
  withEchoes(service, async (bench) => {
    const { remove, agent, workspace, call } = await operatorOf(service);
    const [word, userId] = ['Zebulon-7f3a', 'user-of-7f3a'];
    const other = { userId: 'somebody-else', word: 'Ophelia-9c1d' };
    const kept = await service.newConversation(other.userId);
    await send(service, kept, `My name is ${other.word}.`);
    await speakEverywhere(service, bench, { userId, word });
    for (const [name, user] of [
      ['Her', userId],
      ['Other', other.userId],
    ])
      assert.equal(
        (await call('POST', `${workspace}/conversation-views/shared`, { name, filters: { user } })).status,
        201,
      );
    const { db } = service.app;

    const before = await tablesHolding(db, word);
    for (const door of doors) assert.ok(before.includes(door), `${door} is not among ${before}`);
    const inFiles = filesHolding(service.folder, word).length;
    const inPieces = before.includes('file_pieces.bytes');
    assert.deepEqual([inFiles, inPieces], db.kind === 'sqlite' ? [2, false] : [0, true]);
    const { id: messageId } = await db.query
      .selectFrom('rounds')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    const othersBefore = await tablesHolding(db, other.word);
    const paid = await ledger(service);
    assert.ok(paid.sum > 0 && paid.named === paid.count);

    const erased = await remove(`/user?userId=${userId}`);
    assert.deepEqual([erased.status, erased.body], [200, { conversations: 1, rounds: 13, files: 2 }]);
    assert.deepEqual(await tablesHolding(db, word), []);
    assert.deepEqual(await tablesHolding(db, userId), []);
    const views = (await call('GET', `${workspace}/conversation-views`)).body.items;
    assert.deepEqual(
      views.map(({ name }: { name: string }) => name),
      ['Other'],
    );
    assert.deepEqual(filesHolding(service.folder, word), []);
    assert.deepEqual(await tablesHolding(db, other.word), othersBefore);
    // The ids of erased rounds are needed until their share was subtracted from the figures of analytics.
    await service.app.rooms.analytics.followChanges();
    assert.deepEqual(await tablesHolding(db, messageId), []);
    const left = await ledger(service);
    assert.deepEqual([left.count, left.sum, left.named], [paid.count, paid.sum, 1]);

    // Pending jobs find nothing to send, and nothing is stored again.
    await service.app.rooms.jobs.idle();
    assert.deepEqual(await tablesHolding(db, word), []);
    const audit = await call('GET', '/audit?action=user.erase');
    assert.deepEqual(audit.body.items[0].changes, { conversations: [1, 0], rounds: [13, 0], files: [2, 0] });
    assert.equal((await remove(`/user?userId=${userId}`)).status, 404);
    assert.equal((await call('GET', `${agent}/user?userId=${userId}`)).status, 404);
  }),
);

testService(
  'no data of an erased conversation is left, and its human service is notified',
  talkative,
  (service) =>
    withEchoes(service, async (bench) => {
      bench.desk.answerWith((_call, response) => response.writeHead(200).end());
      const { remove } = await operatorOf(service);
      const word = 'Balthasar-4e2b';
      const id = await speakEverywhere(service, bench, { userId: 'ada', word });
      const sibling = await service.newConversation('ada');
      await send(service, sibling, 'Hello');
      const failed = { queue: 'memory', ordering_key: null, group_key: '', workspace_id: null, attempts: 5 };
      await service.app.db.query
        .insertInto('failed_jobs')
        .values(
          [id, sibling].map((conversationId) => ({
            ...failed,
            id: `memory-${conversationId}`,
            payload: JSON.stringify({ conversationId }),
            error: `no model for ${conversationId === id ? word : 'that'}`,
            created_at: 1,
            failed_at: 1,
          })),
        )
        .execute();

      assert.equal((await remove(`/conversations/${id}`)).status, 200);
      await service.app.rooms.jobs.idle();
      // The user stays, with data from outside this conversation.
      assert.deepEqual(await tablesHolding(service.app.db, word), ['user_properties.value']);
      assert.deepEqual(filesHolding(service.folder, word), []);
      assert.equal(bench.desk.calls.at(-1)!.path.split('/').at(-1), 'close');
      const again = await send(service, id, 'Hello?');
      assert.deepEqual([again.status, again.body.code], [404, 40356]);
      assert.equal((await remove(`/conversations/${id}`)).status, 404);
      assert.equal((await send(service, sibling, 'Still there?')).status, 200);
      const kept = await service.app.db.query.selectFrom('failed_jobs').select('id').execute();
      assert.deepEqual(
        kept.map((job) => job.id),
        [`memory-${sibling}`],
      );
    }),
);

testService(
  'a running reply is stopped before its conversation is erased',
  () => createScriptedModel(() => [{ say: 'Well, ' }, { wait: new Promise(() => {}) }]),
  async (service) => {
    const { remove } = await operatorOf(service);
    const id = await service.newConversation();
    const answers = [send(service, id, 'One'), send(service, id, 'Two')];
    await eventually('both are accepted', async () => {
      const rows = await service.app.db.query.selectFrom('rounds').select('status').execute();
      return rows.length === 2;
    });
    const erased = await remove(`/conversations/${id}`);
    assert.deepEqual(erased.body, { conversations: 1, rounds: 2, files: 0 });
    for (const answer of await Promise.all(answers)) assert.ok([200, 404].includes(answer.status));
    assert.equal(service.app.rooms.runtime.liveCount, 0);
    const { reserved_nano } = await service.app.db.query
      .selectFrom('workspaces')
      .select('reserved_nano')
      .executeTakeFirstOrThrow();
    assert.equal(reserved_nano, 0);
  },
);

testService(
  'a user whose id looks like a parent folder is erased, and no other user',
  talkative,
  async (service) => {
    const { remove, get } = await operatorOf(service);
    for (const userId of ['../..', '../../..', 'ada'])
      await send(service, await service.newConversation(userId), 'Hello');
    for (const userId of ['../..', '../../..']) {
      const erased = await remove(`/user?userId=${encodeURIComponent(userId)}`);
      assert.deepEqual(erased.body, { conversations: 1, rounds: 1, files: 0 });
    }
    assert.equal((await get('/conversations')).body.total, 1);
  },
);
