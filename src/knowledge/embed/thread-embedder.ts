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
  /** Maximum number of threads, each with its own copy of the model. Passages start all, queries only the first. */
  threads?: number;
  /** Idle time after which a thread ends and frees its memory (about 100 MB). */
  idleMs?: number;
  /** Replaces a thread in tests. */
  startThread?: () => Pick<Thread<EmbedHandlers>, 'call' | 'close'>;
}

const startEmbedThread = (): Thread<EmbedHandlers> =>
  createThread<EmbedHandlers>({ entry: new URL('./embed-thread.ts', import.meta.url), isNative: true });

interface Place {
  /** The first thread has normal priority. The others leave the cores to the rest of the service. */
  isExtra: boolean;
  isBusy: boolean;
  thread: Pick<Thread<EmbedHandlers>, 'call' | 'close'> | undefined;
  idleTimer: NodeJS.Timeout | undefined;
}

/**
 * A model in its own threads, one text at a time in each. Queries usually go before passages, so that a user's question
 * waits for at most one passage while many documents are embedded. Workspaces and their users take turns.
 */
export const createThreadEmbedder = ({
  model,
  threads = 1,
  idleMs = 300_000,
  startThread = startEmbedThread,
}: ThreadEmbedderOptions) => {
  const places: Place[] = Array.from({ length: threads }, (_, at) => ({
    isExtra: at > 0,
    isBusy: false,
    thread: undefined,
    idleTimer: undefined,
  }));
  const startedCount = (): number => places.filter(({ thread }) => thread).length;
  // A query never waits until a thread has loaded the model, unless there is none.
  const queue = createFairQueue({
    concurrency: (isBackground) => (isBackground ? threads : Math.max(1, startedCount())),
  });

  const endThread = async (place: Place): Promise<void> => {
    clearTimeout(place.idleTimer);
    const ended = place.thread;
    place.thread = undefined;
    await ended?.close();
  };

  /** The queue starts no more texts than there are free places, and queries only if a thread is free. */
  const takePlace = (): Place =>
    places.find(({ isBusy, thread }) => !isBusy && thread) ?? places.find(({ isBusy }) => !isBusy)!;

  const embedNow = async (text: string): Promise<Float32Array> => {
    const place = takePlace();
    place.isBusy = true;
    clearTimeout(place.idleTimer);
    place.thread ??= startThread();
    try {
      return await place.thread.call('embed', { model, text, isExtra: place.isExtra });
    } finally {
      place.isBusy = false;
      clearTimeout(place.idleTimer);
      place.idleTimer = setTimeout(() => void endThread(place), idleMs).unref();
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
      await Promise.all(places.map(endThread));
    },
  };
};
