import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../service/service-error.ts';
import { persist } from './persist.ts';

const withOutcomes = (outcomes: (Error | string)[], signal = new AbortController().signal) => {
  const waited: number[] = [];
  const connected: boolean[] = [];
  const result = persist(
    async () => {
      const outcome = outcomes.shift()!;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    {
      signal,
      wait: async (attempt) => void waited.push(attempt),
      onConnection: (isConnected) => void connected.push(isConnected),
    },
  );
  return { result, waited, connected };
};

test('failed connections and proxies without their service are retried', async () => {
  const { result, waited, connected } = withOutcomes([
    new TypeError('Failed to fetch'),
    new ServiceError(502, 50000, 'Bad gateway'),
    'there',
  ]);
  assert.equal(await result, 'there');
  assert.deepEqual(waited, [1, 2]);
  assert.deepEqual(connected, [false, false, true]);
});

test('a rejection is not retried', async () => {
  const { result, waited } = withOutcomes([new ServiceError(404, 40356, 'No such conversation'), 'there']);
  await assert.rejects(result, /No such conversation/);
  assert.deepEqual(waited, []);
});

test('nothing is sent after the visitor has left', async () => {
  const { result } = withOutcomes([new TypeError('Failed to fetch'), 'there'], AbortSignal.abort());
  await assert.rejects(result, { name: 'AbortError' });
});
