/** The service sends something at least every 15 s. A connection that is silent for longer is dead. */
export const silenceMs = 40_000;

export const fellSilent = (): Error => new TypeError('The connection fell silent');

/** Passes chunks through and fails after a long silence, so that the reader can reconnect. */
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
    // Not awaited, because a hanging source would never return.
    source.return?.()?.catch(() => {});
  }
}
