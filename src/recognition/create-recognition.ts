import { availableParallelism } from 'node:os';
import type { Recognised, RecogniseOptions, RecognitionInput } from './recognised.ts';
import { startWorkerProcess, type WorkerLog, type WorkerProcess } from './worker-process.ts';

export interface RecognitionOptions {
  /** Files read at the same time. */
  workers?: number;
  /** For one file, from the moment a worker takes it up. */
  timeoutMs?: number;
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

interface Waiting {
  isBackground: boolean;
  take(worker: WorkerProcess): void;
  refuse(error: unknown): void;
}

/** Files to text. Nothing is loaded and no process runs before the first file. */
export const createRecognition = ({
  workers = Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs = 30_000,
  memoryLimitMb = 256,
  idleMs = 60_000,
  log,
}: RecognitionOptions = {}): Recognition => {
  const running = new Set<WorkerProcess>();
  const idle = new Map<WorkerProcess, NodeJS.Timeout>();
  const waiting: Waiting[] = [];
  let isClosed = false;

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

  const freeWorker = (): WorkerProcess | undefined => {
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isUsable()) return worker;
      void retire(worker);
    }
    return running.size < workers ? start() : undefined;
  };

  /** People who wait for an answer come before documents that are read in the background. */
  const nextWaiting = (): Waiting | undefined => {
    const index = waiting.findIndex(({ isBackground }) => !isBackground);
    return waiting.splice(Math.max(index, 0), 1)[0];
  };

  const giveBack = (worker: WorkerProcess): void => {
    if (isClosed || !worker.isUsable()) void retire(worker);
    else idle.set(worker, setTimeout(() => void retire(worker), idleMs).unref());
    const next = isClosed || waiting.length === 0 ? undefined : freeWorker();
    if (next) nextWaiting()?.take(next);
  };

  const takeWorker = (isBackground: boolean, signal: AbortSignal | undefined): Promise<WorkerProcess> => {
    const free = waiting.length === 0 ? freeWorker() : undefined;
    if (free) return Promise.resolve(free);
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        isBackground,
        take: (worker) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(worker);
        },
        refuse: reject,
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
    });
  };

  return {
    recognise: async (input, options = {}) => {
      if (isClosed) throw new Error('Recognition is closed');
      options.signal?.throwIfAborted();
      const worker = await takeWorker(options.isBackground ?? false, options.signal);
      try {
        const limits = { timeoutMs: options.timeoutMs ?? timeoutMs, signal: options.signal };
        return await worker.read(input, limits);
      } finally {
        giveBack(worker);
      }
    },
    close: async () => {
      isClosed = true;
      for (const entry of waiting.splice(0)) entry.refuse(new Error('Recognition is closed'));
      await Promise.all([...running].map(retire));
    },
  };
};
