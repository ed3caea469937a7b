import assert from 'node:assert/strict';
import { type ConsoleCalls, openConsoleCalls, readNamedEvents } from '../../support/console/console-calls.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';

const firstItem = async ({ call }: ConsoleCalls, path: string) => {
  const { body, text } = await call('GET', path);
  assert.ok(body.items?.length > 0, text);
  return body.items[0];
};

const idOfEditor = async ({ app }: TestService): Promise<string> => {
  const row = await app.db.query
    .selectFrom('operators')
    .select('id')
    .where('email', '=', 'editor@example.com')
    .executeTakeFirstOrThrow();
  return row.id;
};

testService('test chats have the name of their operator', createScriptedModel, async (service) => {
  const console = await openConsoleCalls(service);
  const { call, base, agent, signIn } = console;
  const editor = await signIn('editor');
  const editorId = await idOfEditor(service);
  await service.app.db.query
    .updateTable('operators')
    .set({ name: 'Ada Lovelace' })
    .where('id', '=', editorId)
    .execute();
  const tried = await editor('POST', `${agent}/try`, { text: 'Hello' });
  const events = readNamedEvents(tried.text);
  const { conversationId, roundId } = events[0]!.data;
  const operator = { name: 'Ada Lovelace' };
  await service.app.rooms.conversations.indexing.catchUp();
  assert.deepEqual(events.at(-1)!.data.operator, operator);
  const views = [
    `${agent}/conversations/${conversationId}`,
    `${agent}/rounds/${roundId}`,
    `${agent}/user?userId=op:${editorId}`,
  ];
  const lists = [
    `${agent}/conversations`,
    `${agent}/conversations/search?words=Hello`,
    `${agent}/rounds`,
    `${agent}/users`,
  ];
  const readOperators = async () => [
    ...(await Promise.all(views.map(async (path) => (await call('GET', path)).body.operator))),
    ...(await Promise.all(lists.map(async (path) => (await firstItem(console, path)).operator))),
  ];
  const all = [...views, ...lists];
  assert.deepEqual(
    await readOperators(),
    all.map(() => operator),
  );

  // A user whom a developer gave the same ID is not the operator.
  const imitated = await service.newConversation(`op:${editorId}`);
  assert.equal((await call('GET', `${agent}/conversations/${imitated}`)).body.operator, null);

  assert.equal((await call('DELETE', `${base}/operators/${editorId}`)).status, 204);
  assert.deepEqual(
    await readOperators(),
    all.map(() => ({ name: null })),
  );

  await call('POST', `${agent}/try`, { text: 'By token' });
  const byToken = await firstItem(console, `${agent}/conversations`);
  assert.equal(typeof byToken.operator.name, 'string');
});

testService('conversations with users have no operator', createScriptedModel, async (service) => {
  const console = await openConsoleCalls(service);
  const conversationId = await service.newConversation('ada');
  await service.call('POST', '/v1/conversation/message', {
    conversation_id: conversationId,
    response_mode: 'blocking',
    text: 'Hello',
  });
  for (const list of ['conversations', 'rounds', 'users'])
    assert.equal((await firstItem(console, `${console.agent}/${list}`)).operator, null, list);
});

testService('deliveries, failures, jobs and usage have names', createScriptedModel, async (service) => {
  const console = await openConsoleCalls(service);
  const { call, sendFile, base, agent, agentId, workspaceId } = console;
  const { db } = service.app;
  const knowledgeBase = await firstItem(console, `${agent}/knowledge-bases`);
  const uploaded = await sendFile(
    'POST',
    `${agent}/documents/upload?name=Prices.txt&knowledgeBaseId=${knowledgeBase.id}`,
    Buffer.from('Tea costs two euros.'),
  );
  const documentId = uploaded.body.id;
  await db.query
    .insertInto('failed_jobs')
    .values({
      id: 'job-1',
      workspace_id: workspaceId,
      queue: 'knowledge-ingest',
      ordering_key: null,
      group_key: '',
      payload: JSON.stringify({ documentId, uploadId: 'b'.repeat(24) }),
      attempts: 5,
      error: 'no answer',
      created_at: 1,
      failed_at: 2,
    })
    .execute();
  await db.query
    .insertInto('deliveries')
    .values({
      id: 'd'.repeat(24),
      workspace_id: workspaceId,
      agent_id: agentId,
      conversation_id: null,
      visitor_id: null,
      kind: 'reply',
      target: 'message',
      path: '',
      body: '{}',
      status: 'dead',
      attempts: 11,
      schedule_step: 10,
      next_attempt_at: null,
      http_status: 500,
      receiver_code: null,
      error: 'status 500',
      created_at: 3,
      ended_at: 4,
    })
    .execute();
  await call('POST', `${agent}/try`, { text: 'Hello' });
  const job = await firstItem(console, `${base}/jobs?state=failed`);
  assert.deepEqual(
    [job.about, job.names],
    [{ documentId, uploadId: 'b'.repeat(24) }, { documentId: 'Prices.txt' }],
  );
  // Names of deleted agents are still shown.
  const { name } = (await call('GET', agent)).body;
  assert.equal((await call('DELETE', agent)).status, 204);

  assert.equal((await firstItem(console, `${base}/deliveries`)).agentName, name);
  assert.equal((await call('GET', `${base}/deliveries/${'d'.repeat(24)}`)).body.agentName, name);
  const failures = await call('GET', `${base}/failures`);
  assert.deepEqual(
    failures.body.items.map((failure: Record<string, unknown>) => [
      failure.kind,
      failure.agentName,
      failure.deliveryKind,
      failure.deliveryTarget,
    ]),
    [
      ['delivery', name, 'reply', 'message'],
      ['job', null, null, null],
    ],
  );
  assert.equal((await firstItem(console, `${base}/usage`)).agentName, name);
});
