const firstMs = 400;
const longestMs = 8000;

/** Doubles the delay with each attempt. Ends at once when the browser is online again. */
export const waitToRetry = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    // Random, so that the pages of a restarting service do not all reconnect at the same moment.
    const spread = 0.75 + Math.random() / 2;
    const timer = setTimeout(done, spread * Math.min(longestMs, firstMs * 2 ** (attempt - 1)));
    window.addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
