import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type App, createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { readNamedEvents } from '../../support/console/console-calls.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { type Receiver, startReceiver } from '../../support/servers/receiver.ts';
import { testApiKey, testOperatorToken } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

/** Two services on one database whose agent is answered in the inbox. */
const withTwo = async (work: (apps: [App, App], user: Receiver) => Promise<void>): Promise<void> => {
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
  try {
    await work(apps, user);
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await database.drop();
    await user.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
};

const call = async (app: App, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
  const response = await app.server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${url.startsWith('/console') ? testOperatorToken : testApiKey}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return { status: response.statusCode, text: response.body, body: JSON.parse(response.body || 'null') };
};

/** Follows the inbox on a process. `until` resolves when an event contains the text. */
const follow = async (app: App, path: string, headers: Record<string, string> = {}) => {
  if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.server.address() as AddressInfo;
  const abort = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${testOperatorToken}`, ...headers },
    signal: abort.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    until: async (part: string): Promise<ReturnType<typeof readNamedEvents>> => {
      while (!text.includes(part)) text += (await reader.read()).value ?? '';
      return readNamedEvents(text.slice(0, text.lastIndexOf('\n\n') + 2));
    },
    lastId: (): string =>
      text
        .match(/^id: (\d+)$/gm)!
        .at(-1)!
        .slice(4),
    end: (): void => abort.abort(),
  };
};

test(
  'operators of one process see what happens in another, resume there, and a deadline passes once',
  { skip: skipWithout('postgres') },
  () =>
    withTwo(async ([one, two], user) => {
      const { id } = await one.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
      const agent = (await one.rooms.agents.find(id))!;
      const settingsWith = (firstReplySeconds: number) => ({
        ...agent.settings,
        webhook: { ...agent.settings.webhook, url: user.url, events: 'all' as const },
        humanService: {
          ...agent.settings.humanService,
          type: 'inbox' as const,
          phrases: ['a human please'],
          firstReplySeconds,
        },
      });
      await one.rooms.agents.update(one.db.query, agent, { settings: settingsWith(3600) });
      const inbox = `/console/api/workspaces/${agent.workspaceId}/inbox`;
      const stream = await follow(two, `${inbox}/events`);
      await stream.until('isComplete');
      const newConversation = async (): Promise<string> =>
        (await call(one, 'POST', '/v1/conversation', { user_id: 'ada' })).body.conversation_id;
      const say = async (app: App, conversation_id: string, text: string): Promise<void> => {
        const sent = await call(app, 'POST', '/v2/conversation/message', {
          conversation_id,
          response_mode: 'webhook',
          messages: [{ role: 'user', content: text }],
        });
        assert.equal(sent.status, 200, sent.text);
      };
      const conversationId = await newConversation();
      await say(one, conversationId, 'a human please');
      const seen = await stream.until('a human please');
      const session = seen.at(-1)!.data.sessions[0];
      assert.equal(session.conversationId, conversationId);
      const lastId = stream.lastId();
      stream.end();

      // The process is gone: the operator continues on the other one.
      await say(two, conversationId, 'Anybody there?');
      const resumed = await follow(one, `${inbox}/events`, { 'last-event-id': lastId });
      await resumed.until('Anybody there?');
      resumed.end();

      const saved = (await one.rooms.agents.find(id))!;
      await one.rooms.agents.update(one.db.query, saved, { settings: settingsWith(1) });
      const late = await newConversation();
      await say(one, late, 'a human please');
      await eventually('the deadline has passed', async () => {
        const { items } = (await call(two, 'GET', `${inbox}/sessions?queue=closed`)).body;
        return items[0]?.conversationId === late && items[0].missed === 'not_taken';
      });
      await eventually('the event was delivered', () =>
        user.calls.some(({ body }) => body.includes('handoff.closed')),
      );
      const closed = await one.db.query
        .selectFrom('deliveries')
        .select('id')
        .where('body', 'like', '%handoff.closed%')
        .execute();
      assert.equal(closed.length, 1);
    }),
);
