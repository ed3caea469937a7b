import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenApiDocument } from '../../../src/http/openapi/index.ts';
import { type ErrorName, errorTable } from '../../../src/lib/errors.ts';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { operationsById } from '../../support/document/example-call.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { type TestService, testService, withService } from '../../support/service/service.ts';

type Answer = Awaited<ReturnType<TestService['call']>>;

interface Provocation {
  /** The operation that is called. undefined: not one of the developer API. */
  operationId?: string;
  provoke(service: TestService): Promise<Answer>;
}

const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]).toString('base64');
const otherKey = 'app-another-agent-of-the-same-workspace';
const unknownId = '0'.repeat(24);
const field = { name: 'order_number', type: 'TEXT', required: true, unique: true };

const send = (
  { call }: TestService,
  conversation_id: string,
  content: unknown = 'Hello',
  options: Parameters<TestService['call']>[3] = {},
) =>
  call(
    'POST',
    '/v2/conversation/message',
    { conversation_id, messages: [{ role: 'user', content }] },
    options,
  );

const createTable = (changes: object): Provocation => ({
  operationId: 'createTable',
  provoke: ({ call }) =>
    call('POST', '/v1/database/create-table', {
      name: 'orders',
      description: 'Orders of umbrellas',
      fields: [field],
      ...changes,
    }),
});

const createOther = async ({ app }: TestService): Promise<string> => {
  const own = await app.db.query.selectFrom('agents').selectAll().executeTakeFirstOrThrow();
  return app.db.transaction(async (tx) => {
    const agent = await app.rooms.agents.create(tx, { workspaceId: own.workspace_id, name: 'Other' });
    await app.rooms.apiKeys.create(tx, { agentId: agent.id, name: 'x', key: otherKey });
    return agent.id;
  });
};

const setBalance = ({ app }: TestService, balance: number | null) =>
  app.db.query.updateTable('workspaces').set({ balance_nano: balance }).execute();

const sendFile = async (service: TestService) =>
  send(service, await service.newConversation(), [
    {
      type: 'document',
      document: { base64_content: btoa('A receipt. '.repeat(200_000)), name: 'receipt.txt' },
    },
  ]);

/** How a developer gets each error. The order matters: the last ones delete the agent. */
const provocations: Partial<Record<ErrorName, Provocation>> = {
  invalidParameter: {
    operationId: 'createConversation',
    provoke: ({ call }) => call('POST', '/v1/conversation', {}),
  },
  notFound: {
    operationId: 'stopMessage',
    provoke: ({ call }) => call('POST', '/v1/conversation/message/stop', { message_id: unknownId }),
  },
  methodNotAllowed: { provoke: ({ call }) => call('GET', '/v1/conversation') },
  conflict: {
    operationId: 'createKnowledgeBase',
    provoke: async ({ call }) => {
      await call('POST', '/v1/bot/knowledge/base/create', { name: 'Returns' });
      return call('POST', '/v1/bot/knowledge/base/create', { name: 'Returns' });
    },
  },
  bodyTooLarge: {
    operationId: 'createConversation',
    provoke: ({ call }) => call('POST', '/v1/conversation', { user_id: 'x'.repeat(2 ** 21) }),
  },
  unsupportedMediaType: {
    operationId: 'createConversation',
    provoke: ({ call }) =>
      call('POST', '/v1/conversation', 'user_id=ada', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
  },
  rateLimited: {
    operationId: 'verifyApiKey',
    provoke: async (service) => {
      await service.configure({ limits: { requestsPerMinutePerKey: 1 } });
      await service.call('GET', '/v1/api-key/verify');
      const answer = await service.call('GET', '/v1/api-key/verify');
      await service.configure({ limits: { requestsPerMinutePerKey: null } });
      assert.ok(Number(answer.headers['retry-after']) > 0);
      return answer;
    },
  },
  unauthenticated: {
    operationId: 'verifyApiKey',
    provoke: ({ call }) => call('GET', '/v1/api-key/verify', undefined, { key: 'app-wrong' }),
  },
  forbidden: {
    provoke: async (service) => {
      const { signIn, agent } = await openConsoleCalls(service);
      const viewer = await signIn('viewer');
      return viewer('DELETE', agent);
    },
  },
  conversationNotFound: { operationId: 'sendMessage', provoke: (service) => send(service, unknownId) },
  conversationMismatch: {
    operationId: 'sendMessage',
    provoke: async (service) => {
      await createOther(service);
      return send(service, await service.newConversation(), 'Hello', { key: otherKey });
    },
  },
  imageNotSupported: {
    operationId: 'sendMessage',
    provoke: async (service) => {
      await service.configure({ recognition: { image: 'model' } });
      return send(service, await service.newConversation(), [
        { type: 'image', image: { base64_content: png } },
      ]);
    },
  },
  internal: {
    operationId: 'sendMessage',
    provoke: async (service) => send(service, await service.newConversation(), 'fail'),
  },
  questionTooLong: {
    operationId: 'sendMessage',
    provoke: async (service) => send(service, await service.newConversation(), 'hello '.repeat(5000)),
  },
  insufficientCredits: {
    operationId: 'sendMessage',
    provoke: async (service) => {
      await service.configure({ prices: { textInputPerMillion: '1000', textOutputPerMillion: '1000' } });
      await setBalance(service, 0);
      const answer = await send(service, await service.newConversation());
      await setBalance(service, null);
      return answer;
    },
  },
  invalidTableName: createTable({ name: 'Orders' }),
  invalidTableDescription: createTable({ description: '' }),
  invalidFieldCount: createTable({ fields: [] }),
  invalidFieldName: createTable({ fields: [{ ...field, name: 'Order' }] }),
  invalidFieldDescription: createTable({ fields: [{ ...field, description: 'x'.repeat(129) }] }),
  invalidFieldType: createTable({ fields: [{ ...field, type: 'DATE' }] }),
  tooManyFields: createTable({
    fields: Array.from({ length: 65 }, (_, index) => ({ ...field, name: `field_${index}` })),
  }),
  tableNameTaken: {
    operationId: 'createTable',
    provoke: async (service) => {
      await createTable({}).provoke(service);
      return createTable({}).provoke(service);
    },
  },
  tableNotFound: {
    operationId: 'listRecords',
    provoke: ({ call }) => call('POST', '/v1/database/records/page', { table_id: unknownId, filter: {} }),
  },
  tableForbidden: {
    operationId: 'listRecords',
    provoke: async ({ call }) => {
      const { body } = await call('POST', '/v1/database/tables/page', {});
      const table_id = body.data.tables[0].id;
      return call('POST', '/v1/database/records/page', { table_id, filter: {} }, { key: otherKey });
    },
  },
  unavailable: {
    provoke: async (service) => {
      const { server } = service.app;
      const restarted = service.restart();
      const response = await server.inject({ url: '/readyz' });
      await restarted;
      const { statusCode: status, headers, body: text } = response;
      return { status, headers, text, body: response.json() };
    },
  },
  apiForbidden: {
    operationId: 'sendMessage',
    provoke: async (service) => {
      const conversation = await service.newConversation();
      await service.configure({}, { apiEnabled: false });
      const answer = await send(service, conversation);
      await service.configure({}, { apiEnabled: true });
      return answer;
    },
  },
  agentDeleted: {
    operationId: 'verifyApiKey',
    provoke: async ({ app, call }) => {
      const { id } = await app.db.query
        .selectFrom('agents')
        .select('id')
        .where('name', '=', 'Other')
        .executeTakeFirstOrThrow();
      await app.rooms.agents.remove(app.db.query, id);
      return call('GET', '/v1/api-key/verify', undefined, { key: otherKey });
    },
  },
  agentDeletedOnCreate: {
    operationId: 'createConversation',
    provoke: ({ call }) => call('POST', '/v1/conversation', { user_id: 'ada' }, { key: otherKey }),
  },
};

/** Errors that depend on the settings of the installation. */
const limitedStorage: Partial<Record<ErrorName, Provocation & { environment: Record<string, string> }>> = {
  quotaExceeded: {
    operationId: 'sendMessage',
    environment: { FRONTDESK_WORKSPACE_QUOTA_MB: '1' },
    provoke: sendFile,
  },
  diskFull: {
    operationId: 'sendMessage',
    environment: { FRONTDESK_MIN_FREE_DISK_MB: '1000000000' },
    provoke: sendFile,
  },
};

const failing = () => ({
  models: createScriptedModel((request) =>
    textOf(request) === 'fail' ? [{ fail: 'rejected' }] : [{ say: 'Hello.' }],
  ).models,
});

const documentOf = async ({ call }: TestService) =>
  (await call('GET', '/openapi.json')).body as OpenApiDocument;

const check = (document: OpenApiDocument, name: ErrorName, { operationId }: Provocation, answer: Answer) => {
  const { request_id: _requestId, ...body } = answer.body;
  const { code, status } = errorTable[name];
  assert.deepEqual([answer.status, body.code], [status, code], `${name}: ${answer.text}`);
  const example = document.components.examples?.[name]?.value;
  if (operationId === undefined) return;
  assert.deepEqual(body, example, `the example of ${name}`);
  const { operation } = operationsById(document).get(operationId)!;
  const key = operation.responses[status]?.$ref?.split('/').at(-1) ?? '';
  const examples = document.components.responses?.[key]?.content?.['application/json']?.examples ?? {};
  assert.ok(name in examples, `${operationId} must list ${name} in its errors (src/http/reference/examples)`);
};

testService('every error example is the response of the service to its cause', failing, async (service) => {
  const document = await documentOf(service);
  for (const [name, provocation] of Object.entries(provocations) as [ErrorName, Provocation][])
    check(document, name, provocation, await provocation.provoke(service));
});

for (const [name, provocation] of Object.entries(limitedStorage))
  test(`${name} is the response of the service to its cause`, () =>
    withService('sqlite', { ...failing(), environment: provocation.environment }, async (service) => {
      const document = await documentOf(service);
      check(document, name as ErrorName, provocation, await provocation.provoke(service));
    }));

test('every error of the table has a provocation', () => {
  const provoked = new Set([...Object.keys(provocations), ...Object.keys(limitedStorage)]);
  assert.deepEqual(
    Object.keys(errorTable).filter((name) => !provoked.has(name)),
    [],
  );
});
