/** The service says something at least every 15 s; a connection silent for longer is dead, whatever the system says. */
export const silenceMs = 40_000;

export const fellSilent = (): Error => new TypeError('The connection fell silent');

/** The same pieces, but a silence that is too long breaks off, so that the reader can connect anew. */
export async function* limitSilence(
  pieces: AsyncIterable<string>,
  limitMs = silenceMs,
): AsyncGenerator<string> {
  const source = pieces[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => reject(fellSilent()), limitMs);
      });
      const { done, value } = await Promise.race([source.next(), silence]);
      clearTimeout(timer);
      if (done) return;
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: a source that hangs would hang this as well.
    source.return?.()?.catch(() => {});
  }
}
