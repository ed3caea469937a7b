import { testApiKey, testOperatorToken } from '../../service/service.ts';
import type { KnownIds } from '../make-attack.ts';

/** Creates one of everything, so that no call is rejected because of an unknown id. */
export const createWorstInputFixture = async (address: string): Promise<KnownIds> => {
  // biome-ignore lint/suspicious/noExplicitAny: bodies of both APIs
  const call = async (token: string, method: string, path: string, body?: object): Promise<any> => {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const api = (method: string, path: string, body?: object) => call(testApiKey, method, path, body);
  const manage = (method: string, path: string, body?: object) =>
    call(testOperatorToken, method, `/console/api${path}`, body);

  const workspaceId = (await manage('GET', '/workspaces')).items[0].id;
  const agents = `/workspaces/${workspaceId}/agents`;
  const agentId = (await manage('GET', agents)).items[0].id;
  const agent = `${agents}/${agentId}`;
  const flowAgentId = (await manage('POST', agents, { name: 'Flow', kind: 'flow' })).id;
  const { conversation_id: conversationId } = await api('POST', '/v1/conversation', { user_id: 'ada' });
  const reply = await api('POST', '/v2/conversation/message', {
    conversation_id: conversationId,
    messages: [{ role: 'user', content: 'Hello' }],
  });
  const fields = Array.from({ length: 64 }, (_, at) => ({ name: `f${at}`, description: '', type: 'TEXT' }));
  const tableId = (await manage('POST', `${agent}/tables`, { name: 'orders', description: 'Orders', fields }))
    .id;
  const recordId = (await manage('POST', `${agent}/tables/${tableId}/records`, { values: { f0: 'x' } })).id;
  const baseId = (await manage('GET', `${agent}/knowledge-bases`)).items[0].id;
  const upload = await fetch(
    `${address}/console/api${agent}/documents/upload?kind=text&name=a.md&knowledgeBaseId=${baseId}`,
    {
      method: 'POST',
      headers: { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/octet-stream' },
      body: '# A\n\nText',
    },
  );
  const document = (await upload.json()) as { id: string };
  const keyId = (await manage('GET', `${agent}/keys`)).items[0].id;
  return {
    workspaceId,
    agentId,
    flowAgentId,
    conversationId,
    roundId: reply.message_id,
    tableId,
    recordId,
    fieldName: 'f0',
    baseId,
    knowledgeBaseId: baseId,
    documentId: document.id,
    keyId,
    userId: 'ada',
  };
};
