import { AppError } from '../../lib/errors.ts';
import { createThread, type Thread } from '../../lib/thread/thread.ts';
import type { RerankInput } from './rerank-server.ts';
import type { RerankHandlers } from './rerank-thread.ts';

export interface LocalRerankerSettings {
  /** Contains model.onnx and tokenizer.json. */
  folder: string;
  /** Name of the setting, for error messages. */
  settingName: string;
}

type RerankThread = Pick<Thread<RerankHandlers>, 'call' | 'close'>;

interface LocalRerankerOptions extends LocalRerankerSettings {
  /** For loading the weights, which may be a gigabyte. */
  openTimeoutMs?: number;
  /** For all texts of one call, from its start in the thread. */
  timeoutMs?: number;
  /** Idle time after which the thread ends and frees the memory of the model. */
  idleMs?: number;
  /** Replaces the thread in tests. */
  startThread?: () => RerankThread;
}

/** Texts per batch. A call can be aborted between two batches. */
const textsAtOnce = 8;

const startRerankThread = (): RerankThread =>
  createThread<RerankHandlers>({ entry: new URL('./rerank-thread.ts', import.meta.url), isNative: true });

/** A cross-encoder of a local folder in its own thread, started by the first call. One call at a time. */
export const createLocalReranker = ({
  folder,
  settingName,
  openTimeoutMs = 60_000,
  timeoutMs = 20_000,
  idleMs = 300_000,
  startThread = startRerankThread,
}: LocalRerankerOptions) => {
  let thread: RerankThread | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const endThread = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };

  /** A timeout ends the thread. After an abort the thread finishes its batch and keeps the model loaded. */
  const within = async <Result>(limitMs: number, signal: AbortSignal, work: Promise<Result>) => {
    const { promise: cut, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      reject(new Error(`The local reranker took longer than ${limitMs} ms`));
      void endThread();
    }, limitMs);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    // Handles a later rejection, which would otherwise be unhandled.
    work.catch(() => {});
    try {
      return await Promise.race([work, cut]);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  };

  const scoreAll = async (opened: RerankThread, { query, texts, signal }: RerankInput): Promise<number[]> => {
    const scores: number[] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      signal.throwIfAborted();
      scores.push(...(await opened.call('score', { query, texts: texts.slice(at, at + textsAtOnce) })));
    }
    return scores;
  };

  const perform = async (input: RerankInput): Promise<number[]> => {
    if (isClosed) throw new Error('The service is stopping');
    const { signal } = input;
    signal.throwIfAborted();
    clearTimeout(idleTimer);
    thread ??= startThread();
    const opened = thread;
    try {
      await within(openTimeoutMs, signal, opened.call('open', { folder }));
      return await within(timeoutMs, signal, scoreAll(opened, input));
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'ModelFolderError') throw error;
      // The folder may be corrected while the service runs, so the next call reads it again.
      void endThread();
      throw new AppError('invalidParameter', `${settingName}: ${error.message}`, { cause: error });
    } finally {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void endThread(), idleMs).unref();
    }
  };

  return {
    rerank: (input: RerankInput): Promise<number[]> => {
      const result = turn.then(() => perform(input));
      turn = result.catch(() => {});
      return result;
    },
    close: async (): Promise<void> => {
      isClosed = true;
      await endThread();
    },
  };
};
