import type { Readable } from 'node:stream';

/**
 * Hands every chunk to `take`, holding the stream back while a returned promise is open. A failure leaves the
 * stream paused and alive: destroying a request here would cut the line before the answer is sent.
 */
export const consume = (
  stream: Readable,
  take: (chunk: Buffer) => Promise<void> | undefined,
): Promise<void> =>
  new Promise((resolve, reject) => {
    let busy: Promise<void> | undefined;

    const stop = (): void => {
      stream.off('data', onData);
      stream.off('end', onEnd);
      stream.off('close', onClose);
      // 'error' stays listened to: one that comes after the failure must not end the process.
    };
    const fail = (error: unknown): void => {
      stop();
      stream.pause();
      // What is being written ends first, so that whoever cleans up finds everything.
      if (busy === undefined) reject(error);
      else busy.finally(() => reject(error)).catch(() => {});
    };
    const onData = (chunk: Buffer): void => {
      try {
        busy = take(chunk);
        if (busy === undefined) return;
        stream.pause();
        busy.then(() => stream.resume(), fail);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = (): void => {
      stop();
      // The end can be told while the last chunk is still being written.
      if (busy === undefined) resolve();
      else busy.then(resolve, reject);
    };
    const onClose = (): void => fail(stream.errored ?? new Error('The request ended before its body'));

    if (stream.readableEnded) return resolve();
    stream.on('error', fail);
    if (stream.destroyed) return onClose();
    stream.on('data', onData);
    stream.on('end', onEnd);
    stream.on('close', onClose);
  });
