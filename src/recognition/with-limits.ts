export interface Limits {
  /** Until the first progress, or for all of the work without progress. */
  timeoutMs: number;
  /** Between two progress reports. */
  stepTimeoutMs?: number | undefined;
  /** For all of the work. */
  totalTimeoutMs?: number | undefined;
  /** Error after a timeout. */
  expired(): Error;
  signal: AbortSignal | undefined;
  /** Ends the work after a timeout. */
  stop(): void;
}

/** Result of the work, or the error of the first limit reached. Call `onProgress` after each step. */
export const withLimits = async <T>(
  start: (onProgress: () => void) => Promise<T>,
  { timeoutMs, stepTimeoutMs = timeoutMs, totalTimeoutMs = timeoutMs, expired, signal, stop }: Limits,
): Promise<T> => {
  const { promise: limited, reject } = Promise.withResolvers<never>();
  const end = (error: unknown) => {
    reject(error);
    stop();
  };
  const expire = () => end(expired());
  let timer = setTimeout(expire, timeoutMs);
  const totalTimer = setTimeout(expire, totalTimeoutMs);
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const work = start(() => {
    clearTimeout(timer);
    timer = setTimeout(expire, stepTimeoutMs);
  });
  // The losing promise is also handled, to avoid an unhandled rejection.
  work.catch(() => {});
  try {
    return await Promise.race([work, limited]);
  } finally {
    clearTimeout(timer);
    clearTimeout(totalTimer);
    signal?.removeEventListener('abort', onAbort);
  }
};
