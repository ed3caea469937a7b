/** The outcome of some work, or the signal's reason as soon as it is aborted; the work itself goes on. */
export const untilAborted = <Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> => {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
};
