import assert from 'node:assert/strict';
import { after, beforeEach, mock, test } from 'node:test';
import { withLimits } from './with-limits.ts';

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
});
after(() => mock.timers.reset());

const limits = {
  timeoutMs: 30,
  stepTimeoutMs: 100,
  totalTimeoutMs: 1000,
  expired: () => new Error('expired'),
  signal: undefined,
};

/** Work that never ends by itself, with a record of what happened to it. */
const begin = (more: Partial<typeof limits> = {}) => {
  let progress = (): void => {};
  let isStopped = false;
  const outcome = withLimits(
    (onProgress) => {
      progress = onProgress;
      return new Promise<never>(() => {});
    },
    {
      ...limits,
      ...more,
      stop: () => {
        isStopped = true;
      },
    },
  );
  outcome.catch(() => {});
  return { outcome, progress: () => progress(), isStopped: () => isStopped };
};

test('work without progress ends after the first limit', async () => {
  const { outcome, isStopped } = begin();
  mock.timers.tick(29);
  assert.equal(isStopped(), false);
  mock.timers.tick(1);
  assert.equal(isStopped(), true);
  await assert.rejects(outcome, /expired/);
});

test('work with progress may take longer, within the limits per step and in total', () => {
  const stuck = begin();
  mock.timers.tick(29);
  stuck.progress();
  mock.timers.tick(99);
  assert.equal(stuck.isStopped(), false);
  mock.timers.tick(1);
  assert.equal(stuck.isStopped(), true);

  const endless = begin();
  for (let step = 0; step < 99; step++) {
    mock.timers.tick(10);
    endless.progress();
  }
  assert.equal(endless.isStopped(), false);
  mock.timers.tick(10);
  assert.equal(endless.isStopped(), true);
});

test('a single limit applies to all of the work', () => {
  const work = begin({ stepTimeoutMs: undefined, totalTimeoutMs: undefined });
  mock.timers.tick(20);
  work.progress();
  mock.timers.tick(10);
  assert.equal(work.isStopped(), true);
});
