import { languageClass } from '../../lib/language-class.ts';
import type { Embedder } from '../embedders.ts';
import { createThread, type Thread } from '../thread.ts';
import { calibrate } from './calibration.ts';
import type { EmbedHandlers } from './embed-thread.ts';
import type { LocalModel } from './local-models.ts';

export interface ConfidentEmbedder extends Embedder {
  /** Factor in [0, 1] on calibrated scores of this query: how far the model knows its language. */
  confidence(query: string): number;
}

interface Waiting {
  text: string;
  kind: 'query' | 'passage';
  signal: AbortSignal;
  resolve(vector: Float32Array): void;
  reject(error: unknown): void;
}

interface ThreadEmbedderOptions {
  model: LocalModel;
  /** Silence after which the thread ends and its memory (about 100 MB) goes back. */
  idleMs?: number;
  /** Replaces the thread, for tests. */
  startThread?: () => Pick<Thread<EmbedHandlers>, 'call' | 'close'>;
}

const startEmbedThread = (): Thread<EmbedHandlers> =>
  createThread<EmbedHandlers>({ entry: new URL('./embed-thread.ts', import.meta.url) });

/**
 * A model in a thread of its own. One text is under way at a time and queries go before passages, so that a
 * user's question waits for one passage at most while a library is being embedded.
 */
export const createThreadEmbedder = ({
  model,
  idleMs = 300_000,
  startThread = startEmbedThread,
}: ThreadEmbedderOptions) => {
  const queries: Waiting[] = [];
  const passages: Waiting[] = [];
  let thread: ReturnType<typeof startThread> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let isBusy = false;
  let isClosed = false;

  const endThread = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };

  const work = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    clearTimeout(idleTimer);
    for (let next = queries.shift() ?? passages.shift(); next; next = queries.shift() ?? passages.shift()) {
      const { text, signal, resolve, reject } = next;
      if (signal.aborted) {
        reject(signal.reason);
        continue;
      }
      thread ??= startThread();
      await thread.call('embed', { model, text }).then(resolve, reject);
    }
    isBusy = false;
    idleTimer = setTimeout(() => void endThread(), idleMs).unref();
  };

  const embedOne = (text: string, kind: Waiting['kind'], signal: AbortSignal): Promise<Float32Array> =>
    new Promise((resolve, reject) => {
      if (isClosed) return reject(new Error('The service is stopping'));
      // Whoever waits is told at once; what the thread has begun it ends for nobody.
      const onAbort = (): void => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const settle =
        <Value>(then: (value: Value) => void) =>
        (value: Value): void => {
          signal.removeEventListener('abort', onAbort);
          then(value);
        };
      const queue = kind === 'query' ? queries : passages;
      queue.push({ text, kind, signal, resolve: settle(resolve), reject: settle(reject) });
      void work();
    });

  const embedder: ConfidentEmbedder = {
    modelId: model.id,
    dimension: model.dimension,
    embed: async (texts, kind, signal) => {
      signal.throwIfAborted();
      return Promise.all(texts.map((text) => embedOne(text, kind, signal)));
    },
    calibrate: (cosine) => calibrate(model.calibration, cosine),
    confidence: (query) => model.calibration.confidence[languageClass(query)],
  };
  return {
    embedder,
    close: async (): Promise<void> => {
      isClosed = true;
      for (const { reject } of [...queries.splice(0), ...passages.splice(0)]) {
        reject(new Error('The service is stopping'));
      }
      await endThread();
    },
  };
};
