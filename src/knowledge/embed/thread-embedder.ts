import { createFairQueue, type FairTask, serviceOwner } from '../../lib/fair-queue.ts';
import { createThread, type Thread } from '../../lib/thread/thread.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import type { Embedder } from '../embedders.ts';
import { calibrate, confidenceIn } from './calibration.ts';
import type { EmbedHandlers } from './embed-thread.ts';
import type { LocalModel } from './local-models.ts';

export interface ConfidentEmbedder extends Embedder {
  /** Factor in [0, 1] for calibrated scores of this query: how well the model knows its language. */
  confidence(query: string): number;
}

interface ThreadEmbedderOptions {
  model: LocalModel;
  /** Idle time after which the thread ends and frees its memory (about 100 MB). */
  idleMs?: number;
  /** Replaces the thread in tests. */
  startThread?: () => Pick<Thread<EmbedHandlers>, 'call' | 'close'>;
}

const startEmbedThread = (): Thread<EmbedHandlers> =>
  createThread<EmbedHandlers>({ entry: new URL('./embed-thread.ts', import.meta.url) });

/**
 * A model in its own thread, one text at a time. Queries usually go before passages, so that a user's question
 * waits for at most one passage while many documents are embedded. Workspaces and their users take turns.
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
    // An abort rejects at once. A text that the thread has begun keeps its slot until it is done.
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
    isCalibrated: true,
    calibrate: (cosine) => calibrate(model.calibration, cosine),
    confidence: (query) => confidenceIn(model.calibration, query),
  };
  return {
    embedder,
    close: async (): Promise<void> => {
      queue.close(new Error('The service is stopping'));
      await endThread();
    },
  };
};
