import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Replaces fdatasync in this process, so that the test decides when a sync ends. It must run before any module is
 * loaded that uses it.
 */
const realSync = fs.fdatasync;
let held: (() => void)[] | undefined;
let startedCount = 0;
fs.fdatasync = ((fileDescriptor: number, done: (error: NodeJS.ErrnoException | null) => void) => {
  startedCount++;
  const run = () => realSync(fileDescriptor, done);
  if (held) held.push(run);
  else run();
}) as typeof fs.fdatasync;
syncBuiltinESMExports();

const { withService } = await import('../support/service/service.ts');
const { eventually } = await import('../support/time/eventually.ts');
const { createScriptedModel } = await import('../support/models/scripted-model.ts');

const holdSyncs = (): void => {
  held = [];
};

const releaseSyncs = (): void => {
  const waiting = held ?? [];
  held = undefined;
  for (const run of waiting) run();
};

/** Waits until a sync has started, and then long enough for an answer that does not wait for the sync. */
const untilSyncStarted = async (startedBefore: number): Promise<void> => {
  await eventually('a sync has started', () => startedCount > startedBefore);
  await delay(200);
};

/** Runs the call while no sync ends. Returns whether it was answered meanwhile. */
const isAnsweredWithoutDisk = async (call: () => Promise<unknown>): Promise<boolean> => {
  holdSyncs();
  let answered = false;
  const startedBefore = startedCount;
  const answer = call().then(() => {
    answered = true;
  });
  await untilSyncStarted(startedBefore);
  const early = answered;
  releaseSyncs();
  await answer;
  return early;
};

test('a call is acknowledged only after a sync that started after its commit', () =>
  withService('sqlite', createScriptedModel(), async ({ call, newConversation, app }) => {
    const conversation_id = await newConversation();
    const ask = (response_mode: string) => () =>
      call('POST', '/v2/conversation/message', {
        conversation_id,
        response_mode,
        messages: [{ role: 'user', content: 'Hi' }],
      });
    assert.equal(
      await isAnsweredWithoutDisk(() => call('POST', '/v1/conversation', { user_id: 'a' })),
      false,
    );
    assert.equal(await isAnsweredWithoutDisk(ask('blocking')), false);
    assert.equal(await isAnsweredWithoutDisk(ask('streaming')), false);
    // The rows were committed, so the calls waited only for the disk.
    assert.equal(
      (await app.db.query.selectFrom('rounds').select('id').where('status', '=', 'done').execute()).length,
      2,
    );
  }));

test('a stream and its model call start only after the sync', () => {
  const scripted = createScriptedModel();
  return withService('sqlite', { models: scripted.models }, async ({ call, newConversation, app }) => {
    const conversation_id = await newConversation();
    holdSyncs();
    const startedBefore = startedCount;
    const streaming = call('POST', '/v2/conversation/message', {
      conversation_id,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    await eventually('the round is stored', async () => {
      const stored = await app.db.query.selectFrom('rounds').select('id').execute();
      return stored.length === 1;
    });
    await untilSyncStarted(startedBefore);
    assert.equal(scripted.requests.length, 0, 'the model is called after the sync');
    releaseSyncs();
    assert.match((await streaming).text, /^id: 1\n/);
    assert.equal(scripted.requests.length, 1);
  });
});
