import type { Timer } from '../../../src/jobs/index.ts';
import type { Clock } from '../../../src/lib/clock.ts';

export interface ManualTime {
  clock: Clock;
  timer: Timer;
  /** Advances time and runs the timers that become due. */
  advance(ms: number): void;
  /** Advances time as if the process were suspended: timers run only when time advances again. */
  skip(ms: number): void;
  /** Sets the wall clock without advancing time, as an operator or a time server does. */
  jump(ms: number): void;
  /** Number of pending timers. */
  waiting(): number;
}

/** Clock and timers that advance only when the test says so. */
export const createManualTime = (startMs = Date.UTC(2030, 0, 1)): ManualTime => {
  let nowMs = startMs;
  let jumpedMs = 0;
  const timeouts = new Set<{ atMs: number; callback: () => void }>();
  const earliest = () => [...timeouts].reduce((a, b) => (b.atMs < a.atMs ? b : a));

  return {
    clock: { nowMs: () => nowMs },
    timer: {
      elapsedMs: () => nowMs - startMs - jumpedMs,
      after: (delayMs, callback) => {
        const timeout = { atMs: nowMs + Math.max(0, delayMs), callback };
        timeouts.add(timeout);
        return () => timeouts.delete(timeout);
      },
    },
    advance: (ms) => {
      const endMs = nowMs + ms;
      while (timeouts.size > 0 && earliest().atMs <= endMs) {
        const next = earliest();
        timeouts.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
      }
      nowMs = endMs;
    },
    skip: (ms) => {
      nowMs += ms;
    },
    jump: (ms) => {
      nowMs += ms;
      jumpedMs += ms;
      for (const timeout of timeouts) timeout.atMs += ms;
    },
    waiting: () => timeouts.size,
  };
};
