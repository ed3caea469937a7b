/**
 * The service sends something on every stream at least every 4 s. A stream that is silent for longer is dead, and the
 * user learns of it within 10 s.
 */
export const silenceMs = 9_000;
/** Other requests may take longer: files are stored, or an earlier message of the conversation is waited for. */
export const answerMs = 40_000;

export const fellSilent = (): Error => new TypeError('The connection fell silent');

interface SilenceOptions {
  limitMs?: number;
  /** Called for every chunk. */
  onPiece?(): void;
  onSilence?(): void;
}

/** Passes chunks through and fails after a long silence, so that the reader can reconnect. */
export async function* limitSilence(
  pieces: AsyncIterable<string>,
  { limitMs = silenceMs, onPiece, onSilence }: SilenceOptions = {},
): AsyncGenerator<string> {
  const source = pieces[Symbol.asyncIterator]();
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    for (;;) {
      const silence = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(() => {
          onSilence?.();
          reject(fellSilent());
        }, limitMs);
      });
      const { done, value } = await Promise.race([source.next(), silence]);
      clearTimeout(timer);
      if (done) return;
      onPiece?.();
      yield value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited, because a hanging source would never return.
    source.return?.()?.catch(() => {});
  }
}
