import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FixtureHandlers } from '../../../test/support/knowledge/test-thread.ts';
import { createThread } from './thread.ts';

const entry = new URL('../../../test/support/knowledge/test-thread.ts', import.meta.url);

test('calls return results, and errors keep their name and message', async () => {
  const thread = createThread<FixtureHandlers>({ entry });
  const answers = await Promise.all([1, 2, 3].map((value) => thread.call('double', { value })));
  assert.deepEqual(answers, [2, 4, 6]);
  await assert.rejects(thread.call('fail', { message: 'too far' }), {
    name: 'RangeError',
    message: 'too far',
  });
  assert.equal(await thread.call('double', { value: 4 }), 8);
  await thread.close();
  await assert.rejects(thread.call('double', { value: 1 }), /stopping/);
});

test('a thread that dies rejects pending calls, reports it, and the next call starts it again', async () => {
  let lost = 0;
  const thread = createThread<FixtureHandlers>({
    entry,
    onLost: () => {
      lost += 1;
    },
  });
  const calls = [thread.call('die', {}), thread.call('double', { value: 1 })];
  for (const call of calls) await assert.rejects(call);
  assert.equal(lost, 1);
  assert.equal(await thread.call('double', { value: 5 }), 10);
  await thread.close();
  assert.equal(lost, 1, 'a thread that was closed is not lost');
});

/** The notes that a call has made when its thread has been closed. */
const closeDuringCall = async (isNative: boolean): Promise<number> => {
  const thread = createThread<FixtureHandlers>({ entry, isNative });
  const notes = new Int32Array(new SharedArrayBuffer(4));
  const call = thread.call('work', { notes, ms: 500 });
  // Rejects if the thread is ended.
  call.catch(() => {});
  await Atomics.waitAsync(notes, 0, 0).value;
  await thread.close();
  return notes[0]!;
};

test('closing a thread with native code lets its call finish, and ends another thread at once', async () => {
  assert.equal(await closeDuringCall(true), 2);
  assert.equal(await closeDuringCall(false), 1);
});
