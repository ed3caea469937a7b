import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { type App, createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { ask, chain, createFlowAgent, reply } from '../../support/flows/flow-agent.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { type Action, createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import {
  readEvents,
  type TestService,
  testApiKey,
  testOperatorToken,
} from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

const skip = skipWithout('postgres');

/** Two services on one database, as behind a load balancer. */
const withTwo = async (script: () => Action[], work: (apps: [App, App]) => Promise<void>): Promise<void> => {
  const database = await createMigratedDatabase();
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'frontdesk-two-')));
  const { models } = createScriptedModel(script);
  const start = (folder: string): Promise<App> =>
    createApp({
      config: loadConfig(
        {
          DATABASE_URL: database.url,
          FRONTDESK_DATA_DIR: folder,
          FRONTDESK_API_KEY: testApiKey,
          FRONTDESK_ADMIN_TOKEN: testOperatorToken,
          FRONTDESK_SECRET_KEY: testSecretKey,
        },
        'none',
      ),
      log: createLogger('silent'),
      models,
      embedders: wordEmbedders(),
    });
  const apps = [await start(folders[0]!), await start(folders[1]!)] as [App, App];
  try {
    await work(apps);
  } finally {
    await Promise.all(apps.map((app) => app.close()));
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
};

const call = async (
  app: App,
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body?: object,
  key: string = testApiKey,
) => {
  const response = await app.server.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { payload: JSON.stringify(body) } : {}),
  });
  return { status: response.statusCode, text: response.body, json: () => JSON.parse(response.body) };
};

const newConversation = async (app: App): Promise<string> =>
  (await call(app, 'POST', '/v1/conversation', { user_id: 'ada' })).json().conversation_id;

test('rounds of one conversation run one at a time, in order, in any process', {
  skip,
}, async () => {
  let running = 0;
  const pausing = (): Action[] => {
    assert.equal(++running, 1, 'two rounds of one conversation ran at once');
    const pause = new Promise<void>((resolve) => setTimeout(resolve, 2)).then(() => void running--);
    return [{ wait: pause }, { say: 'done' }];
  };
  await withTwo(pausing, async (apps) => {
    const conversation_id = await newConversation(apps[0]);
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        call(apps[index % 2]!, 'POST', '/v1/conversation/message', { conversation_id, text: `m${index}` }),
      ),
    );
    assert.ok(replies.every((reply) => reply.status === 200));
    const rounds = await apps[0].db.query
      .selectFrom('rounds')
      .select(['sequence', 'ended_at'])
      .where('conversation_id', '=', conversation_id)
      .orderBy('sequence')
      .execute();
    assert.deepEqual(
      rounds.map((round) => round.sequence),
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
    for (let index = 1; index < rounds.length; index++)
      assert.ok(rounds[index]!.ended_at! >= rounds[index - 1]!.ended_at!);
  });
});

test('a stream of one process is resumed and stopped through the other', { skip }, async () => {
  const never = new Promise<void>(() => {});
  await withTwo(
    () => [{ say: 'so far' }, { wait: never }],
    async ([first, second]) => {
      const conversation_id = await newConversation(first);
      const streaming = call(first, 'POST', '/v2/conversation/message', {
        conversation_id,
        response_mode: 'streaming',
        messages: [{ role: 'user', content: 'Hi' }],
      });
      let messageId = '';
      await eventually('the first words are in the log', async () => {
        const row = await second.db.query
          .selectFrom('round_events')
          .select(['round_id', 'events'])
          .executeTakeFirst();
        messageId = row?.round_id ?? '';
        return row?.events.includes('so far') ?? false;
      });
      const resumed = call(second, 'GET', `/v1/conversation/message/stream?message_id=${messageId}`);
      await call(second, 'POST', '/v1/conversation/message/stop', { message_id: messageId });
      const [original, other] = await Promise.all([streaming, resumed]);
      assert.deepEqual(
        readEvents(original.text).map((event) => event.code),
        [11, 3, 10, 4, 0],
      );
      assert.equal(other.text, original.text);
    },
  );
});

test('a key revoked through one process is soon rejected by the other', { skip }, async () => {
  await withTwo(
    () => [{ say: 'ok' }],
    async ([first, second]) => {
      await newConversation(second);
      const { id, agent_id } = await first.db.query
        .selectFrom('api_keys')
        .select(['id', 'agent_id'])
        .executeTakeFirstOrThrow();
      await first.rooms.apiKeys.revoke(first.db.query, { agentId: agent_id, keyId: id });
      assert.equal((await call(first, 'GET', '/v1/api-key/verify')).status, 401);
      await eventually(
        'the other process rejects it',
        async () => (await call(second, 'GET', '/v1/api-key/verify')).status === 401,
      );
    },
  );
});

test('a key in use elsewhere is rejected there within a second of its revocation', { skip }, async () => {
  await withTwo(
    () => [{ say: 'ok' }],
    async ([first, second]) => {
      const verify = async () => (await call(second, 'GET', '/v1/api-key/verify')).status;
      let isUsed = true;
      // Used all the time, so that its cache entry does not simply expire.
      const using = (async () => {
        while (isUsed) {
          await verify();
          await delay(5);
        }
      })();
      try {
        const { id, agent_id } = await first.db.query
          .selectFrom('api_keys')
          .select(['id', 'agent_id'])
          .executeTakeFirstOrThrow();
        await first.rooms.apiKeys.revoke(first.db.query, { agentId: agent_id, keyId: id });
        // A timer may fire slightly before the clock reaches its time.
        await delay(1010);
        assert.equal(await verify(), 401);
      } finally {
        isUsed = false;
        await using;
      }
    },
  );
});

test('a limit of rounds per user applies to all processes together', { skip }, async () => {
  const limit = 12;
  await withTwo(
    () => [{ say: 'ok' }],
    async (apps) => {
      const conversation_id = await newConversation(apps[0]);
      const { id } = await apps[0].db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
      const agent = (await apps[0].rooms.agents.find(id))!;
      const limits = { ...agent.settings.limits, roundsPerMinutePerUser: limit };
      await apps[0].rooms.agents.update(apps[0].db.query, agent, { settings: { ...agent.settings, limits } });
      for (const app of apps) await app.rooms.agents.findNewest(id);
      const startedMs = performance.now();
      const replies = await Promise.all(
        Array.from({ length: 3 * limit }, (_, index) =>
          call(apps[index % 2]!, 'POST', '/v1/conversation/message', { conversation_id, text: `m${index}` }),
        ),
      );
      const through = replies.filter(({ status }) => status === 200).length;
      // The limit allows one more every 5 s, in case the machine is that slow.
      const cameBack = Math.ceil((performance.now() - startedMs) / (60_000 / limit));
      assert.ok(through >= limit && through <= limit + cameBack, `${through} of ${replies.length}`);
      for (const { status, text } of replies)
        if (status !== 200) assert.deepEqual([status, JSON.parse(text).code], [429, 40_008]);
    },
  );
});

test('another process takes over rounds, jobs and credits of a dead one', {
  skip,
}, async () => {
  await withTwo(
    () => [{ say: 'taken up' }],
    async ([first, second]) => {
      const { query } = second.db;
      const conversation_id = await newConversation(first);
      await call(first, 'POST', '/v1/conversation/message', { conversation_id, text: 'cut' });
      const other = await newConversation(first);
      await call(first, 'POST', '/v1/conversation/message', { conversation_id: other, text: 'cut' });
      const gone = 'dead process';
      // As if a process had died during a round, a job and a summary.
      for (const table of ['ledger_entries', 'round_events', 'traces'] as const)
        await query.deleteFrom(table).execute();
      await query.updateTable('rounds').set({ status: 'running', owner: gone, ended_at: null }).execute();
      // And a round of a process that is not registered, because it was already removed as dead.
      await query
        .updateTable('rounds')
        .set({ owner: 'process without a registration' })
        .where('conversation_id', '=', other)
        .execute();
      await query.updateTable('jobs').set({ leased_by: gone, leased_until: 9e15 }).execute();
      const workspace = await query.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
      await query.updateTable('workspaces').set({ reserved_nano: 5 }).execute();
      const hold = { id: 'h', workspace_id: workspace.id, owner: gone, nano: 5 };
      await query.insertInto('credit_holds').values(hold).execute();
      const processRow = { id: gone, host: 'elsewhere', pid: 1, started_at: 1, heartbeat_at: 0 };
      await query.insertInto('processes').values(processRow).execute();

      await eventually('it is off the record', async () => {
        const row = await query
          .selectFrom('processes')
          .select('id')
          .where('id', '=', gone)
          .executeTakeFirst();
        return row === undefined;
      });
      await eventually('both rounds have failed', async () => {
        const rounds = await query.selectFrom('rounds').select(['status', 'error_code']).execute();
        return rounds.every(({ status, error_code }) => status === 'failed' && error_code === 50_000);
      });
      const leased = await query.selectFrom('jobs').select('id').where('leased_by', '=', gone).execute();
      assert.deepEqual(leased, []);
      const after = await query.selectFrom('workspaces').select('reserved_nano').executeTakeFirstOrThrow();
      assert.equal(after.reserved_nano, 0);
      const next = await call(second, 'POST', '/v1/conversation/message', { conversation_id, text: 'next' });
      assert.equal(next.status, 200, 'the conversation continues');
    },
  );
});

test('a flow that asked in one process continues in the other', { skip }, () =>
  withTwo(
    () => [],
    async ([first, second]) => {
      const callFirst: Pick<TestService, 'app' | 'call'> = {
        app: first,
        call: async (method, url, body, { key } = {}) => {
          const { status, text, json } = await call(first, method as 'POST', url, body as object, key!);
          return { status, text, headers: {}, body: json() };
        },
      };
      const agent = await createFlowAgent(callFirst as TestService);
      await agent.publish(chain([ask('order', 'Order number?'), reply('end', 'Order {{order}}')]));
      const conversation_id = await agent.newConversation();
      const say = async (app: App, text: string): Promise<string> =>
        (await call(app, 'POST', '/v1/conversation/message', { conversation_id, text }, agent.key)).json()
          .text;
      assert.equal(await say(first, 'Hello'), 'Order number?');
      assert.equal(await say(second, '4711'), 'Order 4711');
      // Two answers at once in two processes: the first one continues, the second one starts again.
      assert.equal(await say(second, 'Hello'), 'Order number?');
      const replies = await Promise.all([say(first, '1'), say(second, '2')]);
      assert.equal(replies.filter((text) => text === 'Order number?').length, 1, replies.join());
    },
  ),
);
