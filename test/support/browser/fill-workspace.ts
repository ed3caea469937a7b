import assert from 'node:assert/strict';
import { openVisit } from '../channels/visitor.ts';
import { closedHours } from '../handoff/opening-hours.ts';
import { withHandoff } from '../handoff/with-handoff.ts';
import { addTexts } from '../knowledge/documents.ts';
import { status } from '../servers/receiver.ts';
import type { ConsoleStage } from './console-stage.ts';
import { type FilledImprovements, fillImprovements } from './fill-improvements.ts';

/** Addresses of pages about one document, table and so on, for `stage.open`. */
export interface FilledWorkspace extends FilledImprovements {
  document: string;
  table: string;
  conversation: string;
  delivery: string;
  inboxSession: string;
  /** Address of a session in which the user left a message. */
  leftMessage: string;
  /** Address of an agent with a published flow. */
  flowAgent: string;
}

const triage = {
  variables: {},
  nodes: [
    { id: 'start', name: '开始', type: 'start' },
    {
      id: 'sort',
      name: '分类',
      type: 'classifier',
      by: 'rules',
      branches: [{ name: '退款', description: '退款', keywords: ['退款'] }],
    },
    { id: 'refund', name: '退款回复', type: 'reply', text: '请提供订单号。' },
    { id: 'other', name: '其他回复', type: 'reply', text: '您好！' },
  ],
  edges: [
    { from: 'start', to: 'sort' },
    { from: 'sort', branch: '退款', to: 'refund' },
    { from: 'sort', branch: 'else', to: 'other' },
  ],
};

const must = <Body>({ status, body, text }: { status: number; body: Body; text: string }): Body => {
  assert.ok(status < 300, `${status}: ${text}`);
  return body;
};

const addFlowAgent = async ({ call, workspaceId }: ConsoleStage): Promise<string> => {
  const agents = `/workspaces/${workspaceId}/agents`;
  const { id } = must(await call('POST', agents, { name: '分诊', kind: 'flow' }));
  const { revision } = must(await call('PUT', `${agents}/${id}/flow`, { revision: 0, graph: triage }));
  must(await call('POST', `${agents}/${id}/flow/publish`, { revision, note: '第一版' }));
  return `/w/${workspaceId}/agents/${id}`;
};

const addModelConnection = async ({ call, workspaceId }: ConsoleStage): Promise<void> => {
  must(
    await call('POST', `/workspaces/${workspaceId}/model-connections`, {
      name: '自有服务器',
      provider: 'openai',
      baseUrl: 'https://models.example.com/v1',
      apiKey: 'sk-of-the-own-server',
      models: [
        {
          name: 'small',
          takes: { image: true },
          contextTokens: 8192,
          price: { inputPerMillion: '0.5', outputPerMillion: '2' },
        },
        { name: 'large' },
      ],
    }),
  );
};

const addTable = async ({ call }: ConsoleStage, agent: string): Promise<string> => {
  const { id } = must(
    await call('POST', `${agent}/tables`, {
      name: 'orders',
      description: '订单',
      fields: [
        { name: 'number', description: '订单号', type: 'TEXT', required: true, unique: true },
        { name: 'total', description: '金额', type: 'FLOAT' },
      ],
    }),
  );
  for (const number of ['1001', '1002'])
    must(await call('POST', `${agent}/tables/${id}/records`, { values: { number, total: 12.5 } }));
  return id;
};

/** A conversation whose reply could not be delivered, and a conversation with a requested handoff. */
const talk = async (stage: ConsoleStage, agent: string) => {
  const { service, call } = stage;
  const conversationId = await service.newConversation('王芳');
  await withHandoff(service, {}, async ({ user, send }) => {
    user.answerWith(status(410));
    must(await send(conversationId, '京都的店几点开门？'));
    await service.app.rooms.jobs.idle();
    const waiting = await service.newConversation('李明');
    must(await send(waiting, '我想找人工客服', { mode: 'blocking' }));
    must(await call('POST', `${agent}/handoffs`, { conversationId: waiting }));
    await service.app.rooms.jobs.idle();
  });
  await withHandoff(service, { type: 'inbox', baseUrl: null, firstReplySeconds: 3600 }, async ({ send }) => {
    const inInbox = await service.newConversation('赵敏');
    must(await send(inInbox, '请转人工', { mode: 'blocking' }));
    must(await call('POST', `${agent}/handoffs`, { conversationId: inInbox }));
    const { version } = must(await call('GET', agent));
    const hours = { ...closedHours, exceptions: [{ date: '2090-12-25', ranges: [] }] };
    must(await call('PATCH', agent, { version, settings: { humanService: { inbox: { hours } } } }));
    const visit = await openVisit(service, { languages: ['zh-CN'] });
    const { conversation_id } = must(await visit.call('POST', '/handoff', {}));
    const message = { conversation_id, text: '请回复我', email: 'li@example.com' };
    must(await visit.call('POST', '/handoff/message', message));
  });
  const sessions = `/workspaces/${stage.workspaceId}/inbox/sessions`;
  const inbox = must(await call('GET', `${sessions}?queue=open`));
  const left = must(await call('GET', `${sessions}?queue=left_message`));
  const { items } = must(await call('GET', `/workspaces/${stage.workspaceId}/deliveries`));
  return {
    inboxSessionId: inbox.items[0].id as string,
    leftSessionId: left.items[0].id as string,
    conversationId,
    deliveryId: items.at(-1).id as string,
  };
};

/** Data for every page of the console. Names are Chinese, so that English text on a page comes from the console. */
export const fillWorkspace = async (stage: ConsoleStage): Promise<FilledWorkspace> => {
  const { service, call, workspaceId, agentId } = stage;
  const agent = `/workspaces/${workspaceId}/agents/${agentId}`;
  must(await call('PATCH', `/workspaces/${workspaceId}`, { name: '商店' }));
  await service.configure({}, { name: '客服' });
  const [documentId] = await addTexts(service, [
    { name: '营业时间.txt', text: '京都的店九点开门，五点关门。周一休息。' },
  ]);
  const tableId = await addTable(stage, agent);
  const { conversationId, deliveryId, inboxSessionId, leftSessionId } = await talk(stage, agent);
  await addModelConnection(stage);
  must(await call('POST', `${agent}/keys`, { name: '商店' }));
  must(
    await call('POST', `/workspaces/${workspaceId}/invitations`, { email: 'li@example.com', role: 'editor' }),
  );
  return {
    document: `agent:/knowledge/documents/${documentId}`,
    table: `agent:/tables/${tableId}`,
    conversation: `agent:/conversations/${conversationId}`,
    delivery: `workspace:/deliveries/${deliveryId}`,
    inboxSession: `workspace:/inbox/${inboxSessionId}`,
    leftMessage: `workspace:/inbox/${leftSessionId}?queue=left_message`,
    flowAgent: await addFlowAgent(stage),
    ...(await fillImprovements(stage)),
  };
};
