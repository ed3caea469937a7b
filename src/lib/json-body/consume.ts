import type { Readable } from 'node:stream';

/**
 * Passes every chunk to `take` and pauses the stream while a returned promise is pending. After a failure the
 * stream is paused, not destroyed: destroying a request here would close the connection before the response.
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
      // The 'error' listener stays: an error after the failure must not end the process.
    };
    const fail = (error: unknown): void => {
      stop();
      stream.pause();
      // Waits for the current write, so that the cleanup finds all files.
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
      // The stream can end while the last chunk is still being written.
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
