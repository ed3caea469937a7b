import type { Clock } from '../../../src/lib/clock.ts';

export interface TestClock extends Clock {
  /** Advances time. */
  advance(ms: number): void;
}

/** A clock that advances only when the test says so. */
export const createTestClock = (nowMs = Date.UTC(2030, 0, 1)): TestClock => {
  let currentMs = nowMs;
  return {
    nowMs: () => currentMs,
    advance: (ms) => {
      currentMs += ms;
    },
  };
};
