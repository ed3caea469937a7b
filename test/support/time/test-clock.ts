import type { Clock } from '../../../src/lib/clock.ts';

export interface TestClock extends Clock {
  /** Lets time pass. */
  advance(ms: number): void;
}

/** Stands still until it is told otherwise. */
export const createTestClock = (nowMs = Date.UTC(2030, 0, 1)): TestClock => {
  let currentMs = nowMs;
  return {
    nowMs: () => currentMs,
    advance: (ms) => {
      currentMs += ms;
    },
  };
};
