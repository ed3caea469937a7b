/** A server sends its last empty chunk right after its last event, or not at all. */
const graceMs = 250;

/**
 * Lets go of a response body. After a proper end the connection is worth keeping: the rest of the body is
 * awaited in the background for a moment, so that the next call finds it open. Otherwise it is closed at once.
 */
export const releaseConnection = (chunks: AsyncIterator<unknown>, endedWell: boolean): void => {
  const close = (): void => void chunks.return?.().catch(() => {});
  if (!endedWell) {
    close();
    return;
  }
  const timer = setTimeout(close, graceMs);
  timer.unref();
  chunks.next().then(
    ({ done }) => {
      clearTimeout(timer);
      if (!done) close();
    },
    () => clearTimeout(timer),
  );
};
