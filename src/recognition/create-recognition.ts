import { availableParallelism } from 'node:os';
import { createFairQueue, serviceOwner } from '../lib/fair-queue.ts';
import { isSlowToRead } from './is-slow-to-read.ts';
import type { Recognised, RecogniseOptions, RecognitionInput } from './recognised.ts';
import { startWorkerProcess, type WorkerLog, type WorkerProcess } from './worker-process.ts';

export interface RecognitionOptions {
  /** Files read at the same time. */
  workers?: number;
  /** For one file, from the moment a worker takes it up. */
  timeoutMs?: number;
  /** For one file nobody waits for, as long as it gets on with its pages. */
  backgroundTimeoutMs?: number;
  /** For one file, on the JavaScript heap, and as much again outside it; the engines' own memory comes on top. */
  memoryLimitMb?: number;
  /** A worker without work ends after this long. */
  idleMs?: number;
  log?: WorkerLog;
}

export interface Recognition {
  /** Rejects with RecognitionError when the file is at fault. */
  recognise(input: RecognitionInput, options?: RecogniseOptions): Promise<Recognised>;
  /** Ends all workers; files under way and waiting are given up. */
  close(): Promise<void>;
}

/** A dense scanned page takes 9 s of a core; the cores may be shared with much else. */
const pageTimeoutMs = 120_000;

/** Two scans are read at once where there are two cores; more than four processes would only wait for each other. */
export const usualWorkers = (cores: number): number =>
  Math.max(1, Math.min(4, Math.max(Math.min(2, cores), cores - 1)));

/** Files to text. Nothing is loaded and no process runs before the first file. */
export const createRecognition = ({
  workers = usualWorkers(availableParallelism()),
  timeoutMs = 30_000,
  backgroundTimeoutMs = 1_800_000,
  memoryLimitMb = 256,
  idleMs = 60_000,
  log,
}: RecognitionOptions = {}): Recognition => {
  const running = new Set<WorkerProcess>();
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  let isClosed = false;

  /**
   * Pictures, PDFs and large files, which take seconds or minutes. A person with a file does not wait for documents
   * that are read in the background, but gets a worker beside them.
   */
  const slowLane = createFairQueue({
    concurrency: (isBackground, atWork) => workers + (!isBackground && atWork.background > 0 ? 1 : 0),
  });
  /** All other files, which are read in a moment: at least one worker, and those the slow lane does not use. */
  const quickLane = createFairQueue({
    concurrency: (isBackground, atWork) =>
      Math.max(1, workers - slowLane.running()) + (!isBackground && atWork.background > 0 ? 1 : 0),
  });

  const retire = (worker: WorkerProcess): Promise<void> => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
    running.delete(worker);
    return worker.end();
  };

  const start = (): WorkerProcess => {
    const worker = startWorkerProcess({ memoryLimitMb, log });
    running.add(worker);
    return worker;
  };

  const takeWorker = (): WorkerProcess => {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isUsable()) return worker;
      void retire(worker);
    }
    return start();
  };

  const giveBack = (worker: WorkerProcess): void => {
    if (isClosed || !worker.isUsable()) void retire(worker);
    else idle.set(worker, setTimeout(() => void retire(worker), idleMs).unref());
  };

  const read = async (input: RecognitionInput, options: RecogniseOptions): Promise<Recognised> => {
    const { isBackground = false, onProgress, signal } = options;
    const ownMs = options.timeoutMs ?? timeoutMs;
    const long = {
      stepTimeoutMs: Math.max(ownMs, pageTimeoutMs),
      wholeTimeoutMs: Math.max(ownMs, backgroundTimeoutMs),
    };
    const worker = takeWorker();
    try {
      return await worker.read(input, {
        timeoutMs: ownMs,
        onProgress,
        signal,
        ...(isBackground ? long : {}),
      });
    } finally {
      giveBack(worker);
    }
  };

  return {
    recognise: async (input, options = {}) => {
      if (isClosed) throw new Error('Recognition is closed');
      options.signal?.throwIfAborted();
      const { owner = serviceOwner, isBackground = false, signal } = options;
      const lane = (await isSlowToRead(input)) ? slowLane : quickLane;
      try {
        return await lane.run({ owner, isBackground, signal }, () => read(input, options));
      } finally {
        // What the slow lane does not use is for the quick one.
        quickLane.serve();
      }
    },
    close: async () => {
      isClosed = true;
      for (const lane of [slowLane, quickLane]) lane.close(new Error('Recognition is closed'));
      await Promise.all([...running].map(retire));
    },
  };
};
