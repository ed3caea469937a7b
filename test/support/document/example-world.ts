import assert from 'node:assert/strict';
import { exampleFilesUrl, exampleIds } from '../../../src/http/reference/index.ts';
import { openVisit } from '../channels/visitor.ts';
import { chain, createFlowAgent, model, reply } from '../flows/flow-agent.ts';
import { createScriptedModel, textOf } from '../models/scripted-model.ts';
import { startReceiver } from '../servers/receiver.ts';
import { soundOf, startSpeechServer } from '../servers/speech-server.ts';
import { startWebSite } from '../servers/web-site.ts';
import { readEvents, type TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

const answer = ['You can return ', 'an umbrella ', 'within 30 days.'];
const returnsText = 'Umbrellas can be returned within 30 days.';

/** The model says what the examples show. It holds or fails on request. */
const createExampleModel = () => {
  const { promise: held } = Promise.withResolvers<void>();
  return createScriptedModel((request) => {
    const text = textOf(request);
    if (text.includes('hold')) return [{ say: answer[0]! }, { wait: held }];
    if (text.includes('fail')) return [{ say: answer[0]! }, { fail: 'rejected' }];
    return answer.map((say) => ({ say }));
  });
};

/** Servers that the examples refer to: files, speech, a webhook receiver and a human service. */
export const startExampleServers = async () => {
  const sendBytes = (bytes: Buffer | string) => (_request: unknown, response: { end(body: unknown): void }) =>
    response.end(bytes);
  const files = await startWebSite({
    '/receipt.txt': sendBytes('One umbrella, 19.90'),
    '/returns.txt': sendBytes(returnsText),
    '/question.mp3': sendBytes(soundOf('abcdefghij')),
  });
  const speech = await startSpeechServer('How long can I return an umbrella?');
  const receiver = await startReceiver();
  const desk = await startReceiver();
  return {
    files,
    receiver,
    desk,
    options: () => ({ models: createExampleModel().models, environment: speech.environment }),
    close: async () => {
      for (const server of [files, speech, receiver, desk]) await server.close();
    },
  };
};

export type ExampleServers = Awaited<ReturnType<typeof startExampleServers>>;

/** Replaces example IDs by real ones, at any depth. */
export const substitute = (value: unknown, replacements: Record<string, string>): unknown => {
  if (typeof value === 'string')
    return Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), value);
  if (Array.isArray(value)) return value.map((item) => substitute(item, replacements));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, substitute(item, replacements)]),
  );
};

const question = 'How long can I return an umbrella?';

/** Real objects for the IDs of the examples. */
export const createExampleWorld = async (service: TestService, { files, receiver, desk }: ExampleServers) => {
  const { call } = service;
  await service.configure(
    {
      webhook: { url: receiver.url },
      humanService: { baseUrl: desk.url, phrases: ['human'], firstReplySeconds: 3600, idleSeconds: 3600 },
    },
    { name: 'Shop assistant' },
  );

  const ok = async (...args: Parameters<typeof call>) => {
    const response = await call(...args);
    assert.equal(response.status, 200, response.text);
    return response.body;
  };
  const send = (conversation_id: string, content: string, response_mode = 'blocking') =>
    ok('POST', '/v2/conversation/message', {
      conversation_id,
      response_mode,
      messages: [{ role: 'user', content }],
    });
  const uploaded = async (...args: Parameters<typeof call>): Promise<string> => {
    const { doc } = await ok(...args);
    const id = doc[0].doc_id;
    await eventually('the document is available', async () => {
      const [status] = await ok('GET', `/v1/bot/data/detail/list?data_ids=${id}`);
      return status.data_status === 'AVAILABLE';
    });
    return id;
  };
  const addText = () =>
    uploaded('POST', '/v1/bot/doc/text/add', {
      files: [{ file_name: 'returns.txt', file_base64: btoa(returnsText) }],
      chunk_token: 600,
    });
  const importRows = async (table_id: string, records: unknown[]): Promise<string> => {
    const { data } = await ok('POST', '/v1/database/import/records', { table_id, records });
    await eventually('the rows are imported', async () => {
      const [result] = await ok('GET', `/v1/database/query/import-results?ids=${data[0]}`);
      return result.status !== 'PENDING_PARSE';
    });
    return data[0];
  };
  const addRecord = async (table_id: string, order_number: string): Promise<string> => {
    await importRows(table_id, [{ values: { order_number, quantity: 2 } }]);
    const { data } = await ok('POST', '/v1/database/records/page', { table_id, filter: { order_number } });
    return data.records[0].id;
  };

  const { knowledge_base: bases } = await ok('GET', '/v1/bot/knowledge/base/page');
  const document = await addText();
  const spreadsheet = await uploaded('POST', '/v1/bot/doc/spreadsheet/add', {
    files: [{ file_name: 'prices.csv', file_base64: btoa('product,price\numbrella,19.90\n') }],
  });
  const qaDocument = await uploaded('POST', '/v1/bot/doc/qa/add', {
    files: [{ file_name: 'Returns', qa: [{ question, answer: answer.join('') }] }],
  });
  const conversation = await service.newConversation('ada');
  const { message_id: message, answer_id: answerId } = await send(conversation, question);
  const { data: table } = await ok('POST', '/v1/database/create-table', {
    name: 'orders',
    description: 'Orders of umbrellas',
    fields: [
      { name: 'order_number', type: 'TEXT', required: true, unique: true },
      { name: 'quantity', type: 'INT' },
    ],
  });
  const record = await addRecord(table, 'A-1001');
  const importId = await importRows(table, [
    { values: { order_number: 'A-2001' } },
    { values: { order_number: 'A-2002', quantity: 'many' } },
  ]);
  await ok('POST', '/v1/property/update', {
    user_id: 'ada',
    property_values: [{ property_name: 'email', value: 'ada@example.com' }],
  });

  const known: Record<string, string> = {
    [exampleIds.conversation]: conversation,
    [exampleIds.message]: message,
    [exampleIds.answer]: answerId,
    [exampleIds.knowledgeBase]: bases[0].id,
    [exampleIds.document]: document,
    [exampleIds.spreadsheet]: spreadsheet,
    [exampleIds.qaDocument]: qaDocument,
    [exampleIds.table]: table,
    [exampleIds.record]: record,
    [exampleIds.import]: importId,
    [exampleFilesUrl]: files.url,
  };

  const openHumanSession = async (): Promise<Record<string, string>> => {
    const humanConversation = await service.newConversation('ada');
    const before = desk.calls.length;
    await send(humanConversation, 'human please', 'webhook');
    await eventually('the human service was called', () => desk.calls.length > before);
    await eventually('the session is open', async () => {
      const row = await service.app.db.query
        .selectFrom('human_sessions')
        .select('status')
        .where('conversation_id', '=', humanConversation)
        .executeTakeFirst();
      return row?.status === 'open';
    });
    return { [exampleIds.humanConversation]: humanConversation };
  };

  const flow = await createFlowAgent(service);
  await flow.publish({
    ...chain([model('answer'), reply('out', '{{answer}}')]),
    variables: { order: '' },
  });
  const invoked = await flow.calling.call('POST', '/v1/workflow/invoke', { input: question });
  known[exampleIds.workflowRun] = invoked.body.workflow_run_id;

  /** State that an example needs for itself, by operation and example. */
  const prepare: Record<string, () => Promise<Record<string, string>>> = {
    sendHumanReply: openHumanSession,
    closeHumanSession: openHumanSession,
    leaveHumanSession: openHumanSession,
    stopMessage: async () => {
      const { message_id } = await send(await service.newConversation(), 'hold on', 'webhook');
      return { [exampleIds.runningMessage]: message_id };
    },
    // Only a streamed round keeps each text as an event.
    'resumeMessageStream resume': async () => {
      const stream = await service.call('POST', '/v2/conversation/message', {
        conversation_id: await service.newConversation(),
        response_mode: 'streaming',
        messages: [{ role: 'user', content: question }],
      });
      return {
        [exampleIds.message]: (readEvents(stream.text)[0]!.data as { message_id: string }).message_id,
      };
    },
    'resumeMessageStream whole': async () => {
      await service.configure({ output: { audio: true } });
      const { message_id } = await send(await service.newConversation(), question);
      await service.configure({ output: { audio: false } });
      return { [exampleIds.message]: message_id };
    },
    'resumeMessageStream failed': async () => {
      const { message_id } = await send(await service.newConversation(), 'fail', 'webhook');
      return { [exampleIds.message]: message_id };
    },
    // The shared document may still be processed after its update.
    addChunks: async () => ({ [exampleIds.document]: await addText() }),
    deleteDocuments: async () => ({ [exampleIds.document]: await addText() }),
    deleteRecords: async () => ({ [exampleIds.record]: await addRecord(table, 'A-3001') }),
    linkAnonymousUser: async () => {
      const guest = await openVisit(service);
      return { [exampleIds.anonymous]: guest.session.visitor.anonymous_id };
    },
  };

  return {
    /** The replacements for an example, with its own state. */
    replacementsFor: async (operationId: string, example: string): Promise<Record<string, string>> => {
      const own = prepare[`${operationId} ${example}`] ?? prepare[operationId];
      return { ...known, ...(await own?.()) };
    },
    /** The key of the flow agent for its operations; otherwise that of the default agent. */
    keyFor: (operationId: string): string | undefined =>
      operationId.includes('Workflow') ? flow.key : undefined,
  };
};
