import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { readNamedEvents } from '../console/console-calls.ts';
import { insertOperator } from '../console/insert-operator.ts';
import { createMigratedDatabase } from '../databases/databases.ts';
import { wordEmbedders } from '../knowledge/word-embedders.ts';
import { createScriptedModel } from '../models/scripted-model.ts';
import { type Receiver, startReceiver } from '../servers/receiver.ts';
import { testApiKey, testOperatorToken } from '../service/service.ts';
import { testSecretKey } from '../service/test-encryption.ts';
import { inboxSettings } from './with-inbox.ts';

type Method = 'GET' | 'POST' | 'PUT';

/** A call of the developer API or, with the operator token, of the management API. */
export const callApp = async (
  app: App,
  method: Method,
  url: string,
  body?: object,
  headers: Record<string, string> = {
    authorization: `Bearer ${url.startsWith('/console') ? testOperatorToken : testApiKey}`,
  },
) => {
  const response = await app.server.inject({
    method,
    url,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return { status: response.statusCode, text: response.body, body: JSON.parse(response.body || 'null') };
};

/** Follows the inbox on a process. `until` resolves when an event contains the text. */
export const followInbox = async (app: App, path: string, headers: Record<string, string> = {}) => {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${testOperatorToken}`, ...headers },
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  /** A network packet may end within an event. */
  const complete = (): string => text.slice(0, text.lastIndexOf('\n\n') + 2);
  return {
    until: async (part: string): Promise<ReturnType<typeof readNamedEvents>> => {
      while (!complete().includes(part)) text += (await reader.read()).value ?? '';
      return readNamedEvents(complete());
    },
    lastId: (): string =>
      text
        .match(/^id: (\d+)$/gm)!
        .at(-1)!
        .slice(4),
    end: (): void => abort.abort(),
  };
};

interface InboxProcesses {
  apps: [App, App];
  /** Receives the messages to users of the API. */
  user: Receiver;
  agentId: string;
  /** Prefix of the inbox in the management API. */
  inbox: string;
  /** Changes the deadline of new sessions. */
  setFirstReply(seconds: number): Promise<void>;
  newConversation(): Promise<string>;
  say(app: App, conversationId: string, text: string): Promise<void>;
  /** A signed-in operator, who can use both processes. */
  addOperator(
    name: string,
  ): Promise<{ id: string; call: (app: App, method: Method, url: string, body?: object) => Called }>;
  /** A user asks for a person. */
  ask(): Promise<{ conversationId: string; id: string; session: string }>;
}

type Called = ReturnType<typeof callApp>;

/** Two services on one PostgreSQL database whose agent is answered in the inbox. */
export const withInboxProcesses = async (work: (stage: InboxProcesses) => Promise<void>): Promise<void> => {
  const database = await createMigratedDatabase();
  const user = await startReceiver();
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'frontdesk-two-')));
  const { models } = createScriptedModel();
  const start = (folder: string): Promise<App> =>
    createApp({
      config: loadConfig(
        {
          DATABASE_URL: database.url,
          FRONTDESK_DATA_DIR: folder,
          FRONTDESK_API_KEY: testApiKey,
          FRONTDESK_ADMIN_TOKEN: testOperatorToken,
          FRONTDESK_SECRET_KEY: testSecretKey,
          FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
        },
        'none',
      ),
      log: createLogger('silent'),
      models,
      embedders: wordEmbedders(),
    });
  const apps = [await start(folders[0]!), await start(folders[1]!)] as [App, App];
  const [one] = apps;
  try {
    const { id: agentId } = await one.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    const setFirstReply = async (firstReplySeconds: number): Promise<void> => {
      const agent = (await one.rooms.agents.find(agentId))!;
      await one.rooms.agents.update(one.db.query, agent, {
        settings: {
          ...agent.settings,
          webhook: { ...agent.settings.webhook, url: user.url, events: 'all' as const },
          humanService: { ...agent.settings.humanService, ...inboxSettings, firstReplySeconds },
        },
      });
    };
    await setFirstReply(inboxSettings.firstReplySeconds);
    const { workspaceId } = (await one.rooms.agents.find(agentId))!;
    const inbox = `/console/api/workspaces/${workspaceId}/inbox`;
    const newConversation = async (): Promise<string> =>
      (await callApp(one, 'POST', '/v1/conversation', { user_id: 'ada' })).body.conversation_id;
    const say = async (app: App, conversation_id: string, text: string): Promise<void> => {
      const sent = await callApp(app, 'POST', '/v2/conversation/message', {
        conversation_id,
        response_mode: 'webhook',
        messages: [{ role: 'user', content: text }],
      });
      if (sent.status !== 200) throw new Error(sent.text);
    };
    await work({
      apps,
      user,
      agentId,
      inbox,
      setFirstReply,
      newConversation,
      say,
      addOperator: async (name) => {
        const { id, headers } = await insertOperator(one.db.query, { name, workspaceId });
        return { id, call: (app, method, url, body) => callApp(app, method, url, body, headers) };
      },
      ask: async () => {
        const conversationId = await newConversation();
        await say(one, conversationId, inboxSettings.phrases[0]!);
        const { items } = (await callApp(one, 'GET', `${inbox}/sessions?queue=waiting&limit=100`)).body;
        const { id } = items.find(
          (item: { conversationId: string }) => item.conversationId === conversationId,
        );
        return { conversationId, id, session: `${inbox}/sessions/${id}` };
      },
    });
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await database.drop();
    await user.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
};
