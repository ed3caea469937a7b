/** The result of some work, or a rejection with the reason of the signal on abort. The work itself continues. */
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
