import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Every fdatasync of this process goes through here: the test decides when one may end. It has to stand
 * before anything that uses it is loaded.
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

const letSyncsEnd = (): void => {
  const waiting = held ?? [];
  held = undefined;
  for (const run of waiting) run();
};

/** A while longer than until the disk is asked: long enough for an answer that does not wait for it. */
const untilDiskIsAsked = async (startedBefore: number): Promise<void> => {
  await eventually('somebody asks the disk', () => startedCount > startedBefore);
  await delay(200);
};

/** Runs the call while nothing reaches the disk, and tells whether it was answered meanwhile. */
const isAnsweredWithoutDisk = async (call: () => Promise<unknown>): Promise<boolean> => {
  holdSyncs();
  let answered = false;
  const startedBefore = startedCount;
  const answer = call().then(() => {
    answered = true;
  });
  await untilDiskIsAsked(startedBefore);
  const early = answered;
  letSyncsEnd();
  await answer;
  return early;
};

test('nothing is acknowledged before a sync that began after its commit has ended', () =>
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
    // The rows were committed all the while: it was the disk that was waited for.
    assert.equal(
      (await app.db.query.selectFrom('rounds').select('id').where('status', '=', 'done').execute()).length,
      2,
    );
  }));

test('the first event of a stream waits for the disk, and the model for the first event', () => {
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
    await untilDiskIsAsked(startedBefore);
    assert.equal(scripted.requests.length, 0, 'the model was called before the round was safe');
    letSyncsEnd();
    assert.match((await streaming).text, /^id: 1\n/);
    assert.equal(scripted.requests.length, 1);
  });
});
