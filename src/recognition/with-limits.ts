export interface Limits {
  timeoutMs: number;
  /** What to fail with when the time is up. */
  expired(): Error;
  signal: AbortSignal | undefined;
  /** Ends the work that is no longer waited for. */
  stop(): void;
}

/** The outcome of some work, or the first of its limits. */
export const withLimits = async <T>(
  work: Promise<T>,
  { timeoutMs, expired, signal, stop }: Limits,
): Promise<T> => {
  const { promise: limited, reject } = Promise.withResolvers<never>();
  const end = (error: unknown) => {
    reject(error);
    stop();
  };
  const timer = setTimeout(() => end(expired()), timeoutMs);
  const onAbort = () => end(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  // Whichever loses is still answered, or its rejection would be nobody's.
  work.catch(() => {});
  try {
    return await Promise.race([work, limited]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
};
