/** A server sends its last empty chunk right after its last event, or never. */
const graceMs = 250;

/**
 * Releases a response body. After a proper end the connection is reused: the rest of the body is
 * awaited for a moment in the background. Otherwise the connection is closed at once.
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
