/** Elapsed time and timers. Tests replace them instead of sleeping. */
export interface Timer {
  /** Monotonic milliseconds. */
  elapsedMs(): number;
  /** Calls back once after `delayMs`. The returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** Above this, setTimeout fires at once. */
const longestDelayMs = 2 ** 31 - 1;

export const systemTimer: Timer = {
  elapsedMs: () => performance.now(),
  after: (delayMs, callback) => {
    const timeout = setTimeout(callback, Math.min(Math.max(0, delayMs), longestDelayMs));
    return () => clearTimeout(timeout);
  },
};
