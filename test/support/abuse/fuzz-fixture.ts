import { conversationOf, openVisit } from '../channels/visitor.ts';
import { operatorOf } from '../console/operator.ts';
import type { TestService } from '../service/service.ts';
import type { KnownIds } from './make-attack.ts';

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** No outgoing call is allowed, and loopback is rejected before a connection is made. */
const nowhere = 'http://127.0.0.1:1/';

/** Rate limits are off, and a human service is configured. */
const openWide = (service: TestService): Promise<void> =>
  service.configure({
    channels: {
      enabled: { share: true, embed: true, widget: true, liveChat: true, search: true },
      messagesPerMinute: 10_000,
      messagesPerMinutePerAddress: 1_000_000,
      messagesPerMinutePerAgent: 1_000_000,
      sessionsPerMinutePerAddress: 1_000_000,
      newVisitorsPerMinutePerAddress: 1_000_000,
    },
    webhook: { url: nowhere },
    humanService: { baseUrl: nowhere, phrases: ['human'], disabled: false },
  });

/** Creates one of everything, so that a case is rejected for its fault and not for an unknown id. */
export const createFuzzFixture = async (service: TestService): Promise<KnownIds> => {
  await openWide(service);
  const conversationId = await service.newConversation();
  const { body: reply } = await service.call('POST', '/v2/conversation/message', {
    conversation_id: conversationId,
    messages: [{ role: 'user', content: 'Hello' }],
  });
  const { body: table } = await service.call('POST', '/v1/database/create-table', {
    name: 'orders',
    description: 'Orders',
    fields: [{ name: 'number', description: 'Number', type: 'TEXT', required: false, unique: true }],
  });
  const { body: base } = await service.call('POST', '/v1/bot/knowledge/base/create', {
    name: 'Base',
    desc: '',
  });
  await service.call('POST', '/v1/bot/doc/text/add', {
    knowledge_base_id: base.knowledge_base_id,
    chunk_token: 600,
    files: [{ file_name: 'a.md', file_base64: base64('# A\n\nText') }],
  });
  const { body: documents } = await service.call(
    'GET',
    `/v1/bot/doc/query/page?knowledge_base_id=${base.knowledge_base_id}&page=1&page_size=10`,
  );
  const { agentId, workspace } = await operatorOf(service);
  return {
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
    answer_id: reply.answer_id,
    table_id: table.data,
    tableId: table.data,
    knowledge_base_id: base.knowledge_base_id,
    baseId: base.knowledge_base_id,
    doc_id: documents.list[0].id,
    documentId: documents.list[0].id,
  };
};

/** Below the rate limit of a visitor. */
const callsPerVisitor = 200;

/** Visitors with one conversation each, used in rotation to stay below the rate limit. */
export const createVisitors = (service: TestService) => {
  let left = 0;
  let current: { token: string; ids: KnownIds };

  const welcome = async (): Promise<typeof current> => {
    const visit = await openVisit(service);
    const conversationId = conversationOf(await visit.send('Hello'));
    const [answer] = (await visit.read(conversationId)).filter((one) => one.answer_id);
    const { token, agentId } = visit;
    const ids = {
      agentId,
      conversation_id: conversationId,
      id: conversationId,
      answerId: answer.answer_id,
      messageId: answer.message_id,
    };
    return { token, ids };
  };

  return {
    next: async (): Promise<typeof current> => {
      if (left === 0) {
        current = await welcome();
        left = callsPerVisitor;
      }
      left -= 1;
      return current;
    },
  };
};
