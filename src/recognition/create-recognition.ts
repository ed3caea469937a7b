import { availableParallelism } from 'node:os';
import { createFairQueue, serviceOwner } from '../lib/fair-queue.ts';
import { isSlowToRead } from './is-slow-to-read.ts';
import type { Recognised, RecogniseOptions, RecognitionInput } from './recognised.ts';
import { isPlainText } from './text/read-plain-file.ts';
import { startWorkerProcess, type WorkerLog, type WorkerProcess } from './worker-process.ts';

export interface RecognitionOptions {
  /** Files read at the same time. */
  workers?: number;
  /** For one file, from the start of its processing. */
  timeoutMs?: number;
  /** For one background file, as long as its pages make progress. */
  backgroundTimeoutMs?: number;
  /** For one file, on the JavaScript heap, and as much again outside it. The engines' own memory is added. */
  memoryLimitMb?: number;
  /** Idle time after which a worker ends. */
  idleMs?: number;
  log?: WorkerLog;
}

export interface Recognition {
  /** Rejects with RecognitionError if the file is the cause. */
  recognise(input: RecognitionInput, options?: RecogniseOptions): Promise<Recognised>;
  /**
   * Whether a small file of this format needs no worker, because `readPlainFile` can read it in any thread. Absent: no
   * format.
   */
  isPlainText?(format: string): boolean;
  /** Ends all workers. Running and waiting files are aborted. */
  close(): Promise<void>;
}

/** A dense scanned page takes 9 s of CPU time, and the cores may be busy. */
const pageTimeoutMs = 120_000;

/** Two scans are read at once on two cores. More than four processes would only wait for each other. */
export const usualWorkers = (cores: number): number =>
  Math.max(1, Math.min(4, Math.max(Math.min(2, cores), cores - 1)));

/** Converts files to text. Nothing is loaded and no process runs before the first file. */
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
   * Images, PDFs and large files, which take seconds or minutes. An interactive file does not wait for background
   * documents, but gets a worker beside them.
   */
  const slowLane = createFairQueue({
    concurrency: (isBackground, atWork) => workers + (!isBackground && atWork.background > 0 ? 1 : 0),
  });
  /** All other files, which are read quickly: at least one worker, and those that the slow lane does not use. */
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
      totalTimeoutMs: Math.max(ownMs, backgroundTimeoutMs),
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
        // Workers that the slow lane does not use are for the quick lane.
        quickLane.serve();
      }
    },
    isPlainText,
    close: async () => {
      isClosed = true;
      for (const lane of [slowLane, quickLane]) lane.close(new Error('Recognition is closed'));
      await Promise.all([...running].map(retire));
    },
  };
};
