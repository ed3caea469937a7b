import { defaultRules } from '../../../src/knowledge/index.ts';
import { newId } from '../../../src/lib/ids.ts';
import { openVisit } from '../channels/visitor.ts';
import { operatorOf } from '../console/operator.ts';
import type { HandoffBench } from '../handoff/with-handoff.ts';
import type { TestService } from '../service/service.ts';
import { canary } from './canary.ts';
import { addChannelConnection, addCorrection, addTestSet, addTopic } from './improvement-data.ts';
import type { KnownIds } from './make-attack.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

const addAccountLinks = async ({ app }: TestService, workspaceId: string): Promise<KnownIds> => {
  const { invitations, operatorTokens } = app.rooms;
  const by = { name: canary, id: canary };
  return app.db.transaction(async (tx) => {
    const email = `invited-${canary}@example.com`;
    const { invitation } = await invitations.create(tx, { workspaceId, email, role: 'viewer', by });
    const { row } = await operatorTokens.create(tx, {
      name: canary,
      role: 'viewer',
      workspaceId,
      expiresAtMs: null,
      createdBy: canary,
    });
    return { invitationId: invitation.id, tokenId: row.id };
  });
};

/** Created without the API, which refuses the address: nothing listens there. */
const addConnection = async ({ app }: TestService, workspaceId: string): Promise<KnownIds> => {
  const { id } = await app.db.transaction((tx) =>
    app.rooms.modelConnections.create(tx, workspaceId, {
      name: canary,
      provider: 'openai',
      settings: {
        baseUrl: 'http://127.0.0.1:1/v1',
        apiKey: `sk-${canary}`,
        headers: {},
        models: [{ name: 'small', contextTokens: null, price: null }],
      },
    }),
  );
  return { connectionId: id };
};

/** Inserts directly what takes long to create through the API: an operator, a memory, a failed job, a guest. */
const addRest = async (
  service: TestService,
  { workspaceId, agentId, conversationId }: Record<'workspaceId' | 'agentId' | 'conversationId', string>,
): Promise<KnownIds> => {
  const { db, rooms } = service.app;
  const [memoryId, jobId, nowMs] = [newId(), newId(), Date.now()];
  const operatorId = await db.transaction(async (tx) => {
    const { id } = await rooms.operators.create(tx, {
      email: `${canary}@example.com`,
      name: canary,
      passwordHash: 'none',
    });
    await rooms.operators.setRole(tx, id, { workspaceId, role: 'editor' });
    return id;
  });
  const [passkeyId, credentialId] = [newId(), `${canary}-credential`];
  await db.query
    .insertInto('passkeys')
    .values({
      id: passkeyId,
      operator_id: operatorId,
      credential_id: credentialId,
      public_key: '',
      counter: 0,
      transports: '[]',
      backed_up: 0,
      name: canary,
      created_at: nowMs,
      last_used_at: null,
    })
    .execute();
  await db.query
    .insertInto('memories')
    .values({
      id: memoryId,
      agent_id: agentId,
      conversation_id: conversationId,
      user_id: `${canary}-user`,
      kind: 'fact',
      text: `likes the ${canary}`,
      terms: Buffer.alloc(0),
      topics: 'pet',
      vector: null,
      vector_model: '',
      round_sequence: 1,
      created_at: nowMs,
    })
    .execute();
  await db.query
    .insertInto('failed_jobs')
    .values({
      id: jobId,
      workspace_id: workspaceId,
      queue: 'removal',
      ordering_key: null,
      group_key: '',
      payload: JSON.stringify({ canary }),
      attempts: 1,
      error: canary,
      created_at: nowMs,
      failed_at: nowMs,
    })
    .execute();
  const guest = await openVisit(service, { agentId });
  const passkey = { passkeyId, id: credentialId, rawId: credentialId };
  const { anonymous_id } = guest.session.visitor;
  const accounts = await addAccountLinks(service, workspaceId);
  const connection = await addConnection(service, workspaceId);
  const topic = await addTopic(service, { workspaceId, agentId, conversationId });
  return {
    ...topic,
    ...passkey,
    ...accounts,
    ...connection,
    operatorId,
    memoryId,
    jobId,
    anonymous_id,
    anonymous_ids: anonymous_id,
  };
};

/** What a team keeps in its inbox. */
const addTeamData = async (
  { app }: TestService,
  { workspaceId, conversationId, sessionId }: Record<'workspaceId' | 'conversationId' | 'sessionId', string>,
): Promise<KnownIds> => {
  const { labels, cannedReplies } = app.rooms.handoff.inbox;
  const [noteId, nowMs] = [newId(), Date.now()];
  return app.db.transaction(async (tx) => {
    const label = await labels.create(tx, { workspaceId, name: canary, color: 'red' });
    const reply = await cannedReplies.create(tx, workspaceId, {
      agentId: null,
      shortcut: canary,
      text: canary,
    });
    await tx
      .insertInto('inbox_notes')
      .values({
        id: noteId,
        workspace_id: workspaceId,
        session_id: sessionId,
        conversation_id: conversationId,
        author_id: canary,
        text: canary,
        created_at: nowMs,
        edited_at: null,
      })
      .execute();
    const view = await app.rooms.conversations.views.create(
      tx,
      { workspaceId, operatorId: null },
      { name: canary, filters: { words: canary } },
    );
    return { labelId: label.id, replyId: reply.id, noteId, viewId: view.id };
  });
};

/** A source that was synchronised once. */
const addSource = async ({ app }: TestService, agentId: string): Promise<KnownIds> => {
  const { sources } = app.rooms.knowledge;
  const agent = (await app.rooms.agents.find(agentId))!;
  const source = await app.db.transaction((tx) =>
    sources.create(tx, agent, {
      kind: 'page',
      name: canary,
      url: `http://127.0.0.1:1/${canary}`,
      connection: {},
      knowledgeBaseId: undefined,
      creator: { id: canary, email: '' },
      rules: defaultRules,
      chunkTokens: 600,
      removal: 'never',
      graceDays: 7,
      keepsEdits: true,
      schedule: 'off',
    }),
  );
  const run = await app.db.transaction((tx) => sources.sync(tx, source));
  return { sourceId: source.id, runId: run.id };
};

/** The first tenant with one of everything, by the names of ids in paths, queries and bodies. */
export const fillTenant = async (service: TestService, bench: HandoffBench): Promise<KnownIds> => {
  const { agentId, workspace, get, call } = await operatorOf(service);
  const userId = `${canary}-user`;
  const conversationId = await service.newConversation(userId);
  const ask = (content: string) =>
    service.call('POST', '/v2/conversation/message', {
      conversation_id: conversationId,
      messages: [{ role: 'user', content }],
    });
  const { body: reply } = await ask(`I am ${canary} and live in Ghent`);
  await service.call('POST', '/v1/property/update', {
    user_id: userId,
    property_values: [{ property_name: 'pet', value: canary }],
  });
  const { body: table } = await service.call('POST', '/v1/database/create-table', {
    name: canary,
    description: canary,
    fields: [{ name: 'number', description: 'Number', type: 'TEXT', required: false, unique: true }],
  });
  const tableId: string = table.data;
  const { body: imported } = await service.call('POST', '/v1/database/import/records', {
    table_id: tableId,
    records: [{ values: { number: canary } }],
  });
  const { body: base } = await service.call('POST', '/v1/bot/knowledge/base/create', {
    name: canary,
    desc: '',
  });
  await service.call('POST', '/v1/bot/doc/text/add', {
    knowledge_base_id: base.knowledge_base_id,
    chunk_token: 600,
    files: [{ file_name: `${canary}.md`, file_base64: base64(`# ${canary}\n\nThe ${canary} sings.`) }],
  });
  await bench.send(conversationId, 'I want a human');
  await bench.heard(1);
  await bench.reply(conversationId, `Hello ${canary}`);
  const source = await addSource(service, agentId);
  const testSet = await addTestSet(service, agentId);
  const correction = await addCorrection(service, agentId);
  const channelConnection = await addChannelConnection(service, agentId);
  await service.app.rooms.jobs.idle();
  const { body: records } = await service.call('POST', '/v1/database/records/page', {
    table_id: tableId,
    filter: {},
  });
  const { body: documents } = await service.call(
    'GET',
    `/v1/bot/doc/query/page?knowledge_base_id=${base.knowledge_base_id}&page=1&page_size=10`,
  );
  const first = async (path: string): Promise<string> =>
    (await call('GET', `${workspace}${path}`)).body.items[0].id;
  const documentId: string = documents.list[0].id;
  const chunkId = await first(`/agents/${agentId}/documents/${documentId}/chunks`);
  const sessionId = await first('/handoffs');
  const others = await addRest(service, {
    workspaceId: workspace.split('/').at(-1)!,
    agentId,
    conversationId,
  });
  return {
    ...others,
    ...source,
    ...testSet,
    ...correction,
    ...channelConnection,
    workspaceId: workspace.split('/').at(-1)!,
    agentId,
    conversation_id: conversationId,
    conversationId,
    message_id: reply.message_id,
    tool_call_id: `call_${reply.message_id}_0`,
    call_id: `call_${reply.message_id}_0`,
    previous_response_id: `resp_${reply.message_id}`,
    response_id: `resp_${reply.message_id}`,
    roundId: reply.message_id,
    messageId: reply.message_id,
    workflow_run_id: reply.message_id,
    answer_id: reply.answer_id,
    table_id: tableId,
    tableId,
    record_id: records.data.records[0].id,
    recordId: records.data.records[0].id,
    ids: imported.data[0],
    importId: imported.data[0],
    knowledge_base_id: base.knowledge_base_id,
    knowledgeBaseId: base.knowledge_base_id,
    baseId: base.knowledge_base_id,
    group_ids: base.knowledge_base_id,
    groupIds: base.knowledge_base_id,
    knowledgeBaseIds: base.knowledge_base_id,
    doc: documentId,
    doc_id: documentId,
    data_ids: documentId,
    dataIds: documentId,
    documentIds: documentId,
    targetId: documentId,
    agentIds: agentId,
    tableIds: tableId,
    recordIds: records.data.records[0].id,
    documentId,
    chunkId,
    user_id: userId,
    user_ids: userId,
    userId,
    prompt: canary,
    keyword: canary,
    query: canary,
    words: canary,
    sessionId,
    ...(await addTeamData(service, {
      workspaceId: workspace.split('/').at(-1)!,
      conversationId,
      sessionId,
    })),
    deliveryId: await first('/deliveries'),
    keyId: (await get('/keys')).body.items[0].id,
  };
};

export interface Intruder {
  workspaceId: string;
  agentId: string;
  key: string;
  /** An owner of the second workspace, who is not a member of the first. */
  cookie: string;
}

export const addTenant = async ({ app }: TestService): Promise<Intruder> => {
  const { workspaces, agents, apiKeys, operators, sessions } = app.rooms;
  return app.db.transaction(async (tx) => {
    const { id: workspaceId } = await workspaces.create(tx, { name: 'Second' });
    const agent = await agents.create(tx, { workspaceId, name: 'Second' });
    const { key } = await apiKeys.create(tx, { agentId: agent.id, name: 'second' });
    const operator = await operators.create(tx, {
      email: 'second@example.com',
      name: 'Second',
      passwordHash: 'none',
    });
    await operators.setRole(tx, operator.id, { workspaceId, role: 'owner' });
    const session = await sessions.open(
      tx,
      { operatorId: operator.id },
      { method: 'password', secondFactor: null, address: '', userAgent: '' },
    );
    return { workspaceId, agentId: agent.id, key, cookie: `frontdesk_session=${session.token}` };
  });
};
