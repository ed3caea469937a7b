import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Database } from '../../src/db/index.ts';
import { eventually } from '../support/eventually.ts';
import { type HandoffBench, withHandoff } from '../support/human-service.ts';
import { operatorOf } from '../support/operator.ts';
import { createScriptedModel } from '../support/scripted-model.ts';
import { tableNames } from '../support/search-everything.ts';
import { type TestService, testApiKey, testOperatorToken, testService } from '../support/service.ts';
import { type Caller, createCaller } from './call.ts';
import { exampleBody, type KnownIds } from './make-attack.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './operations.ts';

/** Stands in everything the first tenant has; the second must never read it. */
const canary = 'zebrafinch';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** The first tenant, with one of everything, by the names its ids have in paths, queries and bodies. */
const fillTenant = async (service: TestService, bench: HandoffBench): Promise<KnownIds> => {
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
  return {
    workspaceId: workspace.split('/').at(-1)!,
    agentId,
    conversation_id: conversationId,
    conversationId,
    message_id: reply.message_id,
    roundId: reply.message_id,
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
    doc: documentId,
    doc_id: documentId,
    data_ids: documentId,
    documentId,
    user_id: userId,
    user_ids: userId,
    userId,
    prompt: canary,
    keyword: canary,
    query: canary,
    sessionId: await first('/handoffs'),
    deliveryId: await first('/deliveries'),
    keyId: (await get('/keys')).body.items[0].id,
  };
};

interface Intruder {
  workspaceId: string;
  agentId: string;
  key: string;
  /** Of an owner of the second workspace, who is nobody in the first. */
  cookie: string;
}

const addTenant = async ({ app }: TestService): Promise<Intruder> => {
  const { workspaces, agents, apiKeys, operators } = app.rooms;
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
    const session = await operators.openSession(tx, { operatorId: operator.id });
    return { workspaceId, agentId: agent.id, key, cookie: `frontdesk_session=${session.token}` };
  });
};

/** Rows that are the first tenant's: they hold one of its ids or its word. Times of use may move. */
const rowsOf = async (db: Database, marks: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const table of await tableNames(db)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db.query);
    for (const { last_used_at: _, ...row } of rows) {
      const text = JSON.stringify(row, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
      if (marks.some((mark) => text.includes(mark))) found.push(`${table} ${text}`);
    }
  }
  return found.sort();
};

const addressOf = ({ path, parameters }: Operation, ids: KnownIds): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[name] ?? 'f'.repeat(24)),
  );
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && ids[parameter.name] !== undefined)
    .map(({ name }) => `${name}=${encodeURIComponent(ids[name]!)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
};

const callWith = (
  caller: Caller,
  operation: Operation,
  ids: KnownIds,
  headers: Record<string, string>,
  whole = true,
) => {
  const body = exampleBody(operation, ids, whole);
  return caller.call({
    method: operation.method,
    path: addressOf(operation, ids),
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
};

const readDocument = async (address: string, path: string): Promise<Operation[]> =>
  operationsOf((await (await fetch(`${address}${path}`)).json()) as OpenApiDocument);

const opening = () => ({
  models: createScriptedModel().models,
  environment: { FRONTDESK_EGRESS_ALLOW: '127.0.0.1' },
});

testService(
  'with the ids of one tenant another reads nothing and changes nothing, by any operation',
  opening,
  (service) =>
    withHandoff(service, { phrases: ['I want a human'] }, async (bench) => {
      const ids = await fillTenant(service, bench);
      const intruder = await addTenant(service);
      const address = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
      const caller = createCaller(address);
      const developer = await readDocument(address, '/openapi.json');
      const management = await readDocument(address, '/console/openapi.json');
      const console_ = { cookie: intruder.cookie, 'x-frontdesk-console': '1' };
      try {
        // The calls are real ones: the owner of the ids reads the word by a good many of them.
        const seen = new Set<string>();
        for (const [operations, key] of [
          [developer, testApiKey],
          [management, testOperatorToken],
        ] as const)
          for (const operation of operations.filter(
            ({ method, path }) => method === 'GET' || path.endsWith('/page'),
          )) {
            const { text } = await callWith(
              caller,
              operation,
              ids,
              { authorization: `Bearer ${key}` },
              false,
            );
            if (text.includes(canary)) seen.add(`${operation.method} ${operation.path}`);
          }
        assert.ok(seen.size >= 20, `only ${[...seen]} show the word to its owner`);

        const marks = [...new Set([canary, ...Object.values(ids)])];
        await eventually('nothing is under way', async () => {
          await service.app.rooms.jobs.idle();
          const [one, two] = [await rowsOf(service.app.db, marks), await rowsOf(service.app.db, marks)];
          return one.join() === two.join();
        });
        const before = await rowsOf(service.app.db, marks);
        const own = { workspaceId: intruder.workspaceId };
        const attacks = [
          ...developer.map((operation) => ({
            operation,
            ids,
            headers: { authorization: `Bearer ${intruder.key}` },
          })),
          ...management.map((operation) => ({ operation, ids, headers: console_ })),
          // Through the door of one's own workspace, and of one's own agent.
          ...management.map((operation) => ({ operation, ids: { ...ids, ...own }, headers: console_ })),
          ...management.map((operation) => ({
            operation,
            ids: { ...ids, ...own, agentId: intruder.agentId },
            headers: console_,
          })),
        ].filter(({ operation: { path, method } }) => !(path.endsWith('/session') && method === 'DELETE'));
        for (const { operation, ids: used, headers } of attacks) {
          const told = `${operation.method} ${addressOf(operation, used)}`;
          const { status, text } = await callWith(caller, operation, used, headers);
          assert.ok(status < 500, `${status} ${text} for ${told}`);
          // A prompt or name that was sent may be repeated; what the first tenant wrote with it may not.
          assert.doesNotMatch(text.replaceAll(`"${canary}"`, ''), /zebrafinch(?!-user")/, told);
        }
        const after = await rowsOf(service.app.db, marks);
        const gone = before.filter((row) => !after.includes(row));
        assert.deepEqual(gone, [], 'rows of the first tenant changed');
      } finally {
        caller.close();
      }
    }),
);
