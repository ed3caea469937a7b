const defaultHighWaterBytes = 256 * 1024;

interface ByteQueueOptions {
  /** Received but unread bytes above which the connection is paused. */
  highWaterBytes?: number | undefined;
  /** Called when the reader has caught up after `push` returned false. */
  onDrain(): void;
  /** Called when the reader stopped before the end. */
  onCancel(): void;
}

export interface ByteQueue extends AsyncIterableIterator<Uint8Array> {
  /** False means that the writer must pause until `onDrain`. */
  push(chunk: Uint8Array): boolean;
  end(): void;
  /** Bytes already queued are delivered before the failure. */
  fail(error: Error): void;
  /**
   * Passes the bytes to `onChunk` as they arrive, without a promise for each chunk, until it returns false or the end.
   * Then the rest can be read with `next`. An error that `onChunk` throws ends the reading and rejects.
   * @returns whether the end was reached
   */
  consume(onChunk: (chunk: Uint8Array) => boolean): Promise<boolean>;
  return(): Promise<IteratorResult<Uint8Array>>;
}

interface Consumer {
  take(chunk: Uint8Array): void;
  end(): void;
  fail(error: Error): void;
}

const done: IteratorResult<Uint8Array> = { done: true, value: undefined };

/**
 * One writer, one reader. A plain queue instead of a Readable: a model's stream is thousands of small
 * chunks, for which a stream costs more than the data itself.
 */
export const createByteQueue = ({
  onDrain,
  onCancel,
  highWaterBytes = defaultHighWaterBytes,
}: ByteQueueOptions): ByteQueue => {
  let chunks: Uint8Array[] = [];
  let next = 0;
  let queuedBytes = 0;
  let full = false;
  let ended = false;
  let failure: Error | undefined;
  let consumer: Consumer | undefined;
  let waiting: { resolve(result: IteratorResult<Uint8Array>): void; reject(error: Error): void } | undefined;

  const take = (): Uint8Array | undefined => {
    const chunk = chunks[next];
    if (chunk === undefined) return undefined;
    next += 1;
    queuedBytes -= chunk.length;
    if (next === chunks.length) {
      chunks = [];
      next = 0;
    }
    if (full && queuedBytes < highWaterBytes / 2) {
      full = false;
      onDrain();
    }
    return chunk;
  };

  return {
    push(chunk) {
      if (consumer !== undefined) {
        consumer.take(chunk);
        return true;
      }
      if (waiting !== undefined) {
        const { resolve } = waiting;
        waiting = undefined;
        resolve({ done: false, value: chunk });
        return true;
      }
      chunks.push(chunk);
      queuedBytes += chunk.length;
      full = queuedBytes >= highWaterBytes;
      return !full;
    },
    end() {
      ended = true;
      consumer?.end();
      waiting?.resolve(done);
      waiting = undefined;
    },
    fail(error) {
      ended = true;
      if (consumer !== undefined) {
        consumer.fail(error);
        return;
      }
      failure = error;
      if (waiting === undefined) return;
      const { reject } = waiting;
      waiting = undefined;
      failure = undefined;
      reject(error);
    },
    next() {
      const value = take();
      if (value !== undefined) return Promise.resolve({ done: false, value });
      if (failure !== undefined) {
        const error = failure;
        failure = undefined;
        return Promise.reject(error);
      }
      if (ended) return Promise.resolve(done);
      return new Promise((resolve, reject) => {
        waiting = { resolve, reject };
      });
    },
    consume(onChunk) {
      return new Promise((resolve, reject) => {
        const stop = (settle: () => void): void => {
          consumer = undefined;
          settle();
        };
        const own: Consumer = {
          take: (chunk) => {
            try {
              if (!onChunk(chunk)) stop(() => resolve(false));
            } catch (error) {
              stop(() => reject(error));
            }
          },
          end: () => stop(() => resolve(true)),
          fail: (error) => stop(() => reject(error)),
        };
        consumer = own;
        for (let chunk = take(); chunk !== undefined; chunk = consumer && take()) own.take(chunk);
        if (consumer === undefined || !ended) return;
        const error = failure;
        failure = undefined;
        if (error === undefined) own.end();
        else own.fail(error);
      });
    },
    return() {
      chunks = [];
      next = 0;
      failure = undefined;
      if (!ended) {
        ended = true;
        onCancel();
      }
      return Promise.resolve(done);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};
