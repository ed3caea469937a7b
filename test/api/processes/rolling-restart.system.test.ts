import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type App, createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { startReceiver } from '../../support/servers/receiver.ts';
import { startBalancer } from '../../support/service/balancer.ts';
import { checkAnswer, checkDeliveries, createCaller, modes } from '../../support/service/rolling-rounds.ts';
import { testApiKey } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';
import { eventually } from '../../support/time/eventually.ts';

const roundsPerMode = 4;

/** On a keep-alive connection. */
const ask = async (agent: Agent, url: string): Promise<IncomingMessage> => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(url, { agent }, resolve).on('error', reject),
  );
  answer.resume();
  return answer;
};

test('processes behind a load balancer are restarted one after the other without a failed round', {
  skip: skipWithout('postgres'),
}, async () => {
  const database = await createMigratedDatabase();
  const folders: string[] = [];
  const receiver = await startReceiver();
  const balancer = await startBalancer();
  const agent = new Agent({ keepAlive: true });
  let gate = Promise.withResolvers<void>();
  const scripted = createScriptedModel(() => [{ say: 'All ' }, { wait: gate.promise }, { say: 'well.' }]);
  const apps: App[] = [];
  const start = async (): Promise<{ app: App; address: string }> => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-rolling-'));
    folders.push(folder);
    const settings = {
      DATABASE_URL: database.url,
      FRONTDESK_DATA_DIR: folder,
      FRONTDESK_API_KEY: testApiKey,
      FRONTDESK_SECRET_KEY: testSecretKey,
      FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
      FRONTDESK_DRAIN_SECONDS: '1',
      FRONTDESK_GRACE_SECONDS: '60',
    };
    const app = await createApp({
      config: loadConfig(settings, 'none'),
      log: createLogger('silent'),
      models: scripted.models,
      embedders: wordEmbedders(),
    });
    apps.push(app);
    const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
    await balancer.add(address);
    return { app, address };
  };
  try {
    const first = [await start(), await start()];
    const { id } = await first[0]!.app.db.query.selectFrom('agents').select('id').executeTakeFirstOrThrow();
    const { agents } = first[0]!.app.rooms;
    const found = (await agents.find(id))!;
    await agents.update(first[0]!.app.db.query, found, {
      settings: { ...found.settings, webhook: { ...found.settings.webhook, url: receiver.url } },
    });
    for (const { app } of first) await app.rooms.agents.findNewest(id);
    const { send } = createCaller(balancer.address);
    const sent: { mode: (typeof modes)[number]; answer: Promise<string> }[] = [];
    const sendAll = async (): Promise<void> => {
      const before = scripted.requests.length;
      await Promise.all(
        modes.flatMap((mode) =>
          Array.from({ length: roundsPerMode }, async () => {
            sent.push({ mode, ...(await send(mode, 'How is it?')) });
          }),
        ),
      );
      await eventually('all rounds are under way', () => {
        return scripted.requests.length === before + modes.length * roundsPerMode;
      });
    };

    for (const [index, { app, address }] of first.entries()) {
      gate = Promise.withResolvers();
      await sendAll();
      assert.ok(app.rooms.runtime.liveCount > 0, 'some rounds run in the process that stops');
      const kept = await ask(agent, `${address}/readyz`);
      assert.deepEqual([kept.statusCode, kept.headers.connection], [200, 'keep-alive']);
      const closing = app.close();
      const [unready, health] = [
        await ask(agent, `${address}/readyz`),
        await ask(new Agent(), `${address}/healthz`),
      ];
      assert.deepEqual([unready.statusCode, unready.headers.connection], [503, 'close']);
      assert.deepEqual(
        [health.statusCode, health.headers.connection],
        [200, 'close'],
        'it still accepts calls',
      );
      await sendAll();
      await eventually('the listener is closed', () => !app.server.server.listening);
      gate.resolve();
      await closing;
      balancer.remove(address);
      if (index === 0) await start();
    }

    for (const { mode, answer } of sent) checkAnswer(mode, await answer, 'All well.');
    const webhook = await Promise.all(
      sent.filter(({ mode }) => mode === 'webhook').map(({ answer }) => answer),
    );
    await checkDeliveries(receiver, webhook, 'All well.');
    assert.deepEqual(balancer.failures, []);
  } finally {
    gate.resolve();
    await balancer.close();
    agent.destroy();
    await Promise.all(apps.slice(2).map((app) => app.close()));
    await receiver.close();
    await database.drop();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
});
