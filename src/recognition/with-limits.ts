export interface Limits {
  /** Until the first sign of life; where there is none, for all of it. */
  timeoutMs: number;
  /** From each sign of life to the next. */
  stepTimeoutMs?: number | undefined;
  /** For all of it, however well it gets on. */
  wholeTimeoutMs?: number | undefined;
  /** What to fail with when the time is up. */
  expired(): Error;
  signal: AbortSignal | undefined;
  /** Ends the work that is no longer waited for. */
  stop(): void;
}

/** The outcome of some work, or the first of its limits. `getsOn` is a sign of life. */
export const withLimits = async <T>(
  start: (getsOn: () => void) => Promise<T>,
  { timeoutMs, stepTimeoutMs = timeoutMs, wholeTimeoutMs = timeoutMs, expired, signal, stop }: Limits,
): Promise<T> => {
  const { promise: limited, reject } = Promise.withResolvers<never>();
  const end = (error: unknown) => {
    reject(error);
    stop();
  };
  const expire = () => end(expired());
  let timer = setTimeout(expire, timeoutMs);
  const wholeTimer = setTimeout(expire, wholeTimeoutMs);
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const work = start(() => {
    clearTimeout(timer);
    timer = setTimeout(expire, stepTimeoutMs);
  });
  // Whichever loses is still answered, or its rejection would be nobody's.
  work.catch(() => {});
  try {
    return await Promise.race([work, limited]);
  } finally {
    clearTimeout(timer);
    clearTimeout(wholeTimer);
    signal?.removeEventListener('abort', onAbort);
  }
};
