import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../lib/errors.ts';
import { createPasswordQueue } from './password-queue.ts';

/** Work that ends when the test resolves its gate. */
const createWork = () => {
  const gates: PromiseWithResolvers<string>[] = [];
  let running = 0;
  let mostAtOnce = 0;
  const work = async (): Promise<string> => {
    running += 1;
    mostAtOnce = Math.max(mostAtOnce, running);
    const gate = Promise.withResolvers<string>();
    gates.push(gate);
    try {
      return await gate.promise;
    } finally {
      running -= 1;
    }
  };
  return { work, gates, mostAtOnce: () => mostAtOnce };
};

const nextTick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('many passwords are checked one at a time, and too many are rejected at once', async () => {
  const inPasswordQueue = createPasswordQueue();
  const { work, gates, mostAtOnce } = createWork();
  const waiting = Array.from({ length: 32 }, () => inPasswordQueue(work));
  for (let extra = 0; extra < 5; extra++)
    await assert.rejects(
      inPasswordQueue(work),
      (error) => error instanceof AppError && error.retryAfterSeconds !== undefined,
    );
  for (let done = 0; done < waiting.length; done++) {
    await nextTick();
    assert.equal(gates.length, done + 1, 'the next check starts after the previous one');
    gates[done]!.resolve(`checked ${done}`);
    assert.equal(await waiting[done], `checked ${done}`);
  }
  assert.equal(mostAtOnce(), 1);
  const after = inPasswordQueue(async () => 'accepted');
  assert.equal(await after, 'accepted', 'later checks are accepted again');
});

test('a failed check does not block the next', async () => {
  const inPasswordQueue = createPasswordQueue();
  const failed = inPasswordQueue(async () => {
    throw new Error('no memory');
  });
  const next = inPasswordQueue(async () => 'checked');
  await assert.rejects(failed, /no memory/);
  assert.equal(await next, 'checked');
});
