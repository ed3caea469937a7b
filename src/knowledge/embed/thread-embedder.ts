import { createFairQueue, type FairTask, serviceOwner } from '../../lib/fair-queue.ts';
import { languageClass } from '../../lib/language/index.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import type { Embedder } from '../embedders.ts';
import { createThread, type Thread } from '../thread.ts';
import { calibrate } from './calibration.ts';
import type { EmbedHandlers } from './embed-thread.ts';
import type { LocalModel } from './local-models.ts';

export interface ConfidentEmbedder extends Embedder {
  /** Factor in [0, 1] on calibrated scores of this query: how far the model knows its language. */
  confidence(query: string): number;
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
 * A model in a thread of its own, one text at a time. Queries go before passages, most of the time, so that a user's
 * question waits for one passage while a library is being embedded; workspaces and their users take turns.
 */
export const createThreadEmbedder = ({
  model,
  idleMs = 300_000,
  startThread = startEmbedThread,
}: ThreadEmbedderOptions) => {
  const queue = createFairQueue({ concurrency: 1 });
  let thread: ReturnType<typeof startThread> | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const endThread = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ended = thread;
    thread = undefined;
    await ended?.close();
  };

  const embedNow = async (text: string): Promise<Float32Array> => {
    clearTimeout(idleTimer);
    thread ??= startThread();
    try {
      return await thread.call('embed', { model, text });
    } finally {
      clearTimeout(idleTimer);
      idleTimer = setTimeout(() => void endThread(), idleMs).unref();
    }
  };

  const embedOne = (text: string, task: FairTask): Promise<Float32Array> =>
    // The caller is told of an abort at once; a text the thread has begun keeps its turn until it is done.
    untilAborted(
      queue.run(task, () => embedNow(text)),
      task.signal,
    );

  const embedder: ConfidentEmbedder = {
    modelId: model.id,
    dimension: model.dimension,
    embed: async (texts, kind, signal, owner = serviceOwner) => {
      signal.throwIfAborted();
      const task = { owner, isBackground: kind === 'passage', signal };
      return Promise.all(texts.map((text) => embedOne(text, task)));
    },
    calibrate: (cosine) => calibrate(model.calibration, cosine),
    confidence: (query) => model.calibration.confidence[languageClass(query)],
  };
  return {
    embedder,
    close: async (): Promise<void> => {
      queue.close(new Error('The service is stopping'));
      await endThread();
    },
  };
};
