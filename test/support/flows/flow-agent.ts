import { type TestService, testOperatorToken } from '../service/service.ts';

/** workspaceId: by default the first workspace. */
type Options = { settings?: object; workspaceId?: string };

export const start = { id: 'start', name: 'Start', type: 'start' };
export const edge = (from: string, to: string, branch?: string) => ({
  from,
  to,
  ...(branch ? { branch } : {}),
});
export const reply = (id: string, text: string, name = id) => ({ id, name, type: 'reply', text });
export const model = (id: string, more: object = {}) => ({
  id,
  name: id,
  type: 'model',
  saveAs: id,
  ...more,
});

export const ask = (id: string, text: string, more: object = {}) => ({
  id,
  name: id,
  type: 'ask',
  text,
  saveAs: id,
  ...more,
});

/** The start, and one component after the other. */
export const chain = (nodes: { id: string; [setting: string]: unknown }[]) => ({
  nodes: [start, ...nodes],
  edges: nodes.map(({ id }, index) => edge(index === 0 ? 'start' : nodes[index - 1]!.id, id)),
});

/** A flow agent in a test's service, created and called like operators and developers do. */
export const createFlowAgent = async (
  service: TestService,
  { settings = {}, workspaceId: chosen }: Options = {},
) => {
  const { app, call } = service;
  const first = app.db.query.selectFrom('workspaces').select('id');
  const workspaceId = chosen ?? (await first.executeTakeFirstOrThrow()).id;
  const manage = (method: Parameters<typeof call>[0], path: string, body?: unknown) =>
    call(method, `/console/api/workspaces/${workspaceId}${path}`, body, { key: testOperatorToken });
  const created = await manage('POST', '/agents', { name: 'Flow', kind: 'flow', settings });
  const agentId: string = created.body.id;
  const made = await manage('POST', `/agents/${agentId}/keys`, { name: 'test' });
  const key: string = made.body.key;
  const path = `/agents/${agentId}/flow`;

  const save = async (graph: object) => {
    const { body } = await manage('GET', path);
    return manage('PUT', path, { revision: body.revision, graph });
  };

  /** Calls with this agent's key, for other test helpers. */
  const calling: TestService = {
    ...service,
    call: (method, url, body, options) => call(method, url, body, { key, ...options }),
  };

  return {
    agentId,
    calling,
    key,
    workspaceId,
    manage: (method: Parameters<typeof call>[0], rest: string, body?: unknown) =>
      manage(method, path + rest, body),
    manageAgent: manage,
    save,
    /** Saves and publishes. Throws with the error text of the service. */
    publish: async (graph: object): Promise<number> => {
      const saved = await save(graph);
      if (saved.status !== 200) throw new Error(saved.text);
      const published = await manage('POST', `${path}/publish`, { revision: saved.body.revision });
      if (published.status !== 200) throw new Error(published.text);
      return published.body.version;
    },
    newConversation: async (userId = 'ada'): Promise<string> =>
      (await call('POST', '/v1/conversation', { user_id: userId }, { key })).body.conversation_id,
    send: (conversationId: string, text: string, mode = 'blocking', version: 1 | 2 = 2) =>
      call(
        'POST',
        `/v${version}/conversation/message`,
        version === 1
          ? { conversation_id: conversationId, text, response_mode: mode }
          : {
              conversation_id: conversationId,
              response_mode: mode,
              messages: [{ role: 'user', content: text }],
            },
        { key },
      ),
    /** Sends messages to one conversation and returns the text of each reply, or the error message. */
    talk: async (conversationId?: string) => {
      const id =
        conversationId ??
        (await call('POST', '/v1/conversation', { user_id: 'ada' }, { key })).body.conversation_id;
      return async (text: string): Promise<string> => {
        const { body } = await call(
          'POST',
          '/v1/conversation/message',
          { conversation_id: id, text, response_mode: 'blocking' },
          { key },
        );
        return body.text ?? body.message;
      };
    },
    /** The steps of the newest round. */
    trace: async () => {
      const { steps } = await app.db.query
        .selectFrom('traces')
        .innerJoin('rounds', 'rounds.id', 'traces.round_id')
        .select('steps')
        .where('rounds.agent_id', '=', agentId)
        .orderBy('rounds.created_at', 'desc')
        .orderBy('rounds.sequence', 'desc')
        .executeTakeFirstOrThrow();
      return JSON.parse(steps) as {
        kind: string;
        name: string;
        tokens?: { completionTokens: number };
        costNano?: number;
        error?: string;
        detail?: Record<string, unknown>;
      }[];
    },
  };
};

export type FlowAgent = Awaited<ReturnType<typeof createFlowAgent>>;
