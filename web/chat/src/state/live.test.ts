import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { Service } from '../service/service.ts';
import { createLive } from './live.ts';

beforeEach(() => mock.timers.enable({ apis: ['Date'] }));
afterEach(() => mock.timers.reset());

/** Listens over connections that each return a status and break after a given time. Returns the delays between them. */
const waitsAfter = async (lengthsMs: number[]): Promise<number[]> => {
  const waits: number[] = [];
  const done = Promise.withResolvers<void>();
  async function* events(lengthMs: number) {
    yield { id: '1-0', data: { type: 'status', status: 'agent' } };
    mock.timers.tick(lengthMs);
  }
  const live = createLive({
    onGone: () => {},
    service: { followLive: async () => events(lengthsMs[waits.length]!) } as unknown as Service,
    wait: async (attempt) => {
      waits.push(attempt);
      if (waits.length < lengthsMs.length) return;
      live.close();
      done.resolve();
    },
    onEvent: () => {},
    onConnection: () => {},
  });
  live.open('conversation', undefined);
  live.want(true);
  await done.promise;
  return waits;
};

test('connections that end at once are reopened with growing delays', async () => {
  assert.deepEqual(await waitsAfter([10, 10, 10, 10]), [1, 2, 3, 4]);
});

test('after a lasting connection the next one is opened soon', async () => {
  assert.deepEqual(await waitsAfter([10, 10, 60_000, 10]), [1, 2, 1, 2]);
});
