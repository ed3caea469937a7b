/** Timers. Tests pass their own. */
export interface Timers {
  start(afterMs: number, ring: () => void): Timer;
}

export interface Timer {
  /** Restarts the timer, even after it fired. */
  restart(): void;
  stop(): void;
}

export const systemTimers: Timers = {
  start: (afterMs, ring) => {
    const timeout = setTimeout(ring, afterMs);
    return {
      // Cheaper than a new timer for each token.
      restart: () => void timeout.refresh(),
      stop: () => clearTimeout(timeout),
    };
  },
};

/** Waits, or rejects at once with the signal's reason. */
export const sleep = (timers: Timers, forMs: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = (): void => {
      timer.stop();
      reject(signal.reason);
    };
    const timer = timers.start(forMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });
