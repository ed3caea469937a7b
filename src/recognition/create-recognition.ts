import { availableParallelism } from 'node:os';
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

interface Waiting {
  isBackground: boolean;
  take(worker: WorkerProcess): void;
  refuse(error: unknown): void;
}

/** Files to text. Nothing is loaded and no process runs before the first file. */
export const createRecognition = ({
  workers = Math.max(1, Math.min(4, availableParallelism() - 1)),
  timeoutMs = 30_000,
  backgroundTimeoutMs = 1_800_000,
  memoryLimitMb = 256,
  idleMs = 60_000,
  log,
}: RecognitionOptions = {}): Recognition => {
  const running = new Set<WorkerProcess>();
  /** Those that read a file nobody waits for. */
  const inBackground = new Set<WorkerProcess>();
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

  /** A scanned book may take minutes: a person with a file does not wait for it, but gets a worker beside it. */
  const workersFor = (isBackground: boolean): number =>
    workers + (!isBackground && inBackground.size > 0 ? 1 : 0);

  const freeWorker = (isBackground: boolean): WorkerProcess | undefined => {
    if (running.size - idle.size >= workersFor(isBackground)) return undefined;
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isUsable()) return worker;
      void retire(worker);
    }
    return start();
  };

  /** People who wait for an answer come before documents that are read in the background. */
  const nextWaiting = (): number =>
    Math.max(
      0,
      waiting.findIndex(({ isBackground }) => !isBackground),
    );

  const giveBack = (worker: WorkerProcess): void => {
    if (isClosed || !worker.isUsable()) void retire(worker);
    else idle.set(worker, setTimeout(() => void retire(worker), idleMs).unref());
    if (isClosed || waiting.length === 0) return;
    const index = nextWaiting();
    const next = freeWorker(waiting[index]!.isBackground);
    if (next) waiting.splice(index, 1)[0]!.take(next);
  };

  /** Noted at once: whoever asks next must see what the worker is busy with. */
  const assign = (worker: WorkerProcess, isBackground: boolean): WorkerProcess => {
    if (isBackground) inBackground.add(worker);
    return worker;
  };

  const takeWorker = (isBackground: boolean, signal: AbortSignal | undefined): Promise<WorkerProcess> => {
    const isFirst = waiting.every((entry) => entry.isBackground && !isBackground);
    const free = isFirst ? freeWorker(isBackground) : undefined;
    if (free) return Promise.resolve(assign(free, isBackground));
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        isBackground,
        take: (worker) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(assign(worker, isBackground));
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
      const { isBackground = false, onProgress, signal } = options;
      const worker = await takeWorker(isBackground, signal);
      try {
        const ownMs = options.timeoutMs ?? timeoutMs;
        const long = {
          stepTimeoutMs: Math.max(ownMs, pageTimeoutMs),
          wholeTimeoutMs: Math.max(ownMs, backgroundTimeoutMs),
        };
        return await worker.read(input, {
          ...{ timeoutMs: ownMs, onProgress, signal },
          ...(isBackground ? long : {}),
        });
      } finally {
        inBackground.delete(worker);
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
