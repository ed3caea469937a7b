import assert from 'node:assert/strict';
import { newId } from '../../../src/lib/ids.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { ageData, runRetention } from '../../support/erasure/age-data.ts';
import { send, talkative } from '../../support/erasure/speak-everywhere.ts';
import { type TestService, testOperatorToken, testService } from '../../support/service/service.ts';

const setDays = async (service: TestService, change: object): Promise<void> => {
  const { call, agent } = await operatorOf(service);
  const changed = await call('PATCH', `${agent}/retention`, change);
  assert.equal(changed.status, 200, changed.text);
};

testService('a copy of an agent and an imported agent have the same limits', {}, async (service) => {
  const { call, get, agent, workspace } = await operatorOf(service);
  await setDays(service, { conversationDays: 90, fileDays: 30 });
  const limits = { conversationDays: 90, traceDays: null, fileDays: 30, lastRun: null };
  const copy = await call('POST', `${agent}/duplicate`, { name: 'Copy' });
  assert.deepEqual((await call('GET', `${workspace}/agents/${copy.body.id}/retention`)).body, limits);

  const file = (await get('/export')).body;
  assert.deepEqual(file.sections.retention, { conversationDays: 90, traceDays: null, fileDays: 30 });
  const { agentFiles, agentRetention } = service.app.rooms;
  const read = (retention: unknown) => agentFiles.describe({ ...file, sections: { retention } });
  assert.deepEqual(read({ conversationDays: 1 }).sections, [{ name: 'retention', items: 1 }]);
  for (const days of [0, 3651, 1.5, '7'])
    assert.throws(
      () => read({ traceDays: days }),
      /sections\.retention\.traceDays must be null or a whole number/,
    );
  assert.throws(() => read([]), /sections\.retention must be an object/);
  const path = `/console/api${workspace}/agent-files?name=Imported`;
  const bytes = Buffer.from(JSON.stringify(file));
  const imported = await service.app.server.inject({
    method: 'POST',
    url: path,
    headers: {
      authorization: `Bearer ${testOperatorToken}`,
      'content-type': 'application/octet-stream',
    },
    payload: bytes,
  });
  assert.equal(imported.statusCode, 201, imported.body);
  const id = imported.json().agent?.id ?? imported.json().id;
  assert.deepEqual((await agentRetention.find(id)).settings, {
    conversationDays: 90,
    traceDays: null,
    fileDays: 30,
  });
});

testService(
  'data of a deleted agent is deleted, and data of another agent is kept',
  talkative,
  async (service) => {
    const { call, agent, workspace } = await operatorOf(service);
    const { db } = service.app;
    await send(service, await service.newConversation(), 'Hello');
    const other = await call('POST', `${workspace}/agents`, { name: 'Other' });
    const { id: keptId } = await db.query.selectFrom('conversations').selectAll().executeTakeFirstOrThrow();
    const row = await db.query.selectFrom('conversations').selectAll().executeTakeFirstOrThrow();
    await db.query
      .insertInto('conversations')
      .values({ ...row, id: newId(), agent_id: other.body.id, message_count: 0 })
      .execute();
    await ageData(db, 3);
    await setDays(service, { conversationDays: 2 });
    assert.equal((await call('DELETE', agent)).status, 204);
    await runRetention(service);
    const left = await db.query.selectFrom('conversations').select(['id', 'agent_id']).execute();
    assert.deepEqual(
      left.map((conversation) => conversation.agent_id),
      [other.body.id],
    );
    assert.ok(left.every(({ id }) => id !== keptId));
    // Its data can still be read and its limits changed.
    assert.equal((await call('GET', `${agent}/retention`)).body.lastRun.conversations, 1);
    await setDays(service, { conversationDays: 1 });
  },
);

testService(
  'files of people are deleted too, and files of newer versions of a message are kept',
  talkative,
  async (service) => {
    const { db, rooms } = service.app;
    const { agentId, workspace } = await operatorOf(service);
    const conversationId = await service.newConversation('ada');
    await send(service, conversationId, 'Hello');
    const store = async (name: string) => {
      const file = {
        workspaceId: workspace.split('/').at(-1)!,
        name,
        mediaType: 'text/plain',
        source: { bytes: Buffer.from(name) },
      };
      const { id } = await rooms.files.store(file);
      return { type: 'document' as const, fileId: id, name, mediaType: 'text/plain', sizeBytes: name.length };
    };
    const [old, shared, added] = [
      await store('person.txt'),
      await store('shared.txt'),
      await store('added.txt'),
    ];
    const round = await db.query.selectFrom('rounds').selectAll().executeTakeFirstOrThrow();
    await db.query
      .updateTable('rounds')
      .set({ question: JSON.stringify([shared]) })
      .execute();
    await db.query
      .insertInto('human_sessions')
      .values({
        id: 's1',
        workspace_id: round.workspace_id,
        agent_id: agentId,
        conversation_id: conversationId,
        ordinal: 1,
        channel: 'API',
        status: 'closed',
        trigger_kind: 'operator',
        trigger_round_id: null,
        start_sequence: 1,
        establish_delivery_id: 's1',
        first_reply_ms: 1,
        idle_ms: 1,
        has_replied: 1,
        deadline_at: null,
        told_unreachable: 0,
        close_reason: null,
        created_at: 1,
        opened_at: 1,
        closed_at: 1,
        changed_at: 1,
      })
      .execute();
    await db.query
      .insertInto('human_messages')
      .values({
        id: newId(),
        answer_id: newId(),
        agent_id: agentId,
        conversation_id: conversationId,
        session_id: 's1',
        sender: 'human',
        text: 'Here it is',
        after_sequence: 1,
        given_timestamp: null,
        files: JSON.stringify([old]),
        operator_id: null,
        person_name: null,
        created_at: Date.now(),
      })
      .execute();
    await ageData(db, 5);
    // A later version of the message has its file and another one.
    await db.query
      .insertInto('rounds')
      .values({
        ...round,
        id: newId(),
        answer_id: newId(),
        sequence: 2,
        question: JSON.stringify([shared, added]),
        version_of: round.id,
        created_at: Date.now(),
      })
      .execute();
    await setDays(service, { fileDays: 4 });
    await runRetention(service);
    const left = await db.query.selectFrom('files').select('id').execute();
    assert.deepEqual(
      left.map(({ id }) => id),
      [added.fileId],
    );
    const questions = await db.query.selectFrom('rounds').select('question').orderBy('sequence').execute();
    assert.deepEqual(
      questions.map(({ question }) =>
        JSON.parse(question).map((part: { removedAfterDays?: number }) => part.removedAfterDays),
      ),
      [[4], [4, undefined]],
    );
    const { files } = await db.query.selectFrom('human_messages').select('files').executeTakeFirstOrThrow();
    assert.equal(JSON.parse(files)[0].removedAfterDays, 4);
  },
);
