import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../../../src/app.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { createLogger } from '../../../src/logger.ts';
import { createMigratedDatabase } from '../../support/databases/databases.ts';
import { startRoundTripCounter } from '../../support/databases/round-trip-counter.ts';
import { wordEmbedders } from '../../support/knowledge/word-embedders.ts';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';
import { testApiKey } from '../../support/service/service.ts';
import { testSecretKey } from '../../support/service/test-encryption.ts';

const headers = { authorization: `Bearer ${testApiKey}` };

/** Background work of the process and a busy machine can add round trips to some repetitions, but remove none. */
const repetitions = 6;

/** Longer than settings are cached. */
const cachedMs = 1100;

interface RoundTrips {
  before: number;
  after: number;
}

const startService = async (context: TestContext) => {
  const database = await createMigratedDatabase();
  const counter = await startRoundTripCounter(database.url!);
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-round-trips-'));
  let countAtModel = 0;
  const { models } = createScriptedModel(() => {
    countAtModel = counter.count;
    return [{ say: 'Hello. ' }, { say: 'How can I help?' }];
  });
  const settings = {
    DATABASE_URL: counter.url,
    // Jobs would use the database at any time.
    FRONTDESK_ROLE: 'api',
    FRONTDESK_SECRET_KEY: testSecretKey,
    FRONTDESK_API_KEY: testApiKey,
    FRONTDESK_DATA_DIR: folder,
  };
  const config = loadConfig(settings, 'none.yaml');
  const { server, close } = await createApp({
    config,
    log: createLogger('silent'),
    embedders: wordEmbedders(),
    models,
  });
  context.after(async () => {
    counter.passOn();
    await close();
    await counter.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const createConversation = async (): Promise<string> => {
    const response = await server.inject({
      method: 'POST',
      url: '/v1/conversation',
      headers,
      payload: { user_id: 'user' },
    });
    return response.json().conversation_id;
  };
  const send = async (conversationId: string, mode: string): Promise<void> => {
    const response = await server.inject({
      method: 'POST',
      url: '/v2/conversation/message',
      headers,
      payload: {
        conversation_id: conversationId,
        response_mode: mode,
        messages: [{ role: 'user', content: 'Hi' }],
      },
    });
    assert.equal(response.statusCode, 200, response.body);
    assert.match(response.body, /How can I help\?/);
  };
  /** Round trips of one message before the model is called, and after it until the response has ended. */
  const countOnce = async (conversationId: string, mode: string): Promise<RoundTrips> => {
    const countBefore = counter.count;
    counter.hold();
    await send(conversationId, mode);
    counter.passOn();
    return { before: countAtModel - countBefore, after: counter.count - countAtModel };
  };
  return { createConversation, send, countOnce };
};

const fewest = (counts: RoundTrips[]): RoundTrips => ({
  before: Math.min(...counts.map(({ before }) => before)),
  after: Math.min(...counts.map(({ after }) => after)),
});

for (const mode of ['streaming', 'blocking'])
  test(`a ${mode} round takes at most two round trips before the model is called, three after a pause, and two after it`, {
    skip: skipWithout('postgres'),
  }, async (context) => {
    const { createConversation, send, countOnce } = await startService(context);
    // The first message of a process also reads the agent and what belongs to it.
    const known = await createConversation();
    await send(known, mode);

    const counts: Record<'first' | 'later', RoundTrips[]> = { first: [], later: [] };
    for (let repetition = 0; repetition < repetitions; repetition += 1) {
      counts.first.push(await countOnce(await createConversation(), mode));
      counts.later.push(await countOnce(known, mode));
    }
    // What a process caches for a second is read again then, at the same time.
    const afterPause: RoundTrips[] = [];
    for (let repetition = 0; repetition < repetitions / 2; repetition += 1) {
      await delay(cachedMs);
      afterPause.push(await countOnce(known, mode));
    }
    const { before: beforeAfterPause } = fewest(afterPause);
    assert.ok(beforeAfterPause <= 3, `${beforeAfterPause} before the model, after a pause`);
    for (const [which, all] of Object.entries(counts)) {
      const { before, after } = fewest(all);
      assert.ok(before >= 1 && before <= 2, `${before} before the model, ${which} message of a conversation`);
      assert.ok(after >= 1 && after <= 2, `${after} after the model, ${which} message of a conversation`);
    }
  });
