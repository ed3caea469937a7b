const firstMs = 400;
const longestMs = 8000;

/** Twice as long with each attempt, but over at once when the browser comes back online. */
export const waitToRetry = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    // Spread out, so that all pages of a service that restarts do not come back in the same moment.
    const spread = 0.75 + Math.random() / 2;
    const timer = setTimeout(done, spread * Math.min(longestMs, firstMs * 2 ** (attempt - 1)));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
