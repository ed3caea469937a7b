import { availableParallelism } from 'node:os';
import type { Recognised, RecogniseOptions, RecognitionInput } from './recognised.ts';
import { inTurn, type Turn, type WaitingTurn } from './turns.ts';
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

interface Waiting extends WaitingTurn {
  take(worker: WorkerProcess): void;
  refuse(error: unknown): void;
}

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
  /** Those that read a file nobody waits for. */
  const inBackground = new Set<WorkerProcess>();
  /** Those among them whose file may take minutes. */
  const longAtWork = new Set<WorkerProcess>();
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

  /**
   * A scanned book may take minutes: a person with a file does not wait for it, but gets a worker beside it. So does a
   * document that is read in a moment.
   */
  const workersFor = ({ isBackground, mayBeLong }: Turn): number => {
    const isBeside = isBackground ? !mayBeLong && longAtWork.size > 0 : inBackground.size > 0;
    return workers + (isBeside ? 1 : 0);
  };

  const freeWorker = (turn: Turn): WorkerProcess | undefined => {
    if (running.size - idle.size >= workersFor(turn)) return undefined;
    for (const [worker, timer] of idle) {
      clearTimeout(timer);
      idle.delete(worker);
      if (worker.isUsable()) return worker;
      void retire(worker);
    }
    return start();
  };

  /** Noted at once: whoever comes next must see what the worker is busy with. */
  const assign = (worker: WorkerProcess, { isBackground, mayBeLong }: Turn): void => {
    if (isBackground) inBackground.add(worker);
    if (isBackground && mayBeLong) longAtWork.add(worker);
  };

  const serveWaiting = (): void => {
    for (const entry of inTurn(waiting)) {
      const worker = freeWorker(entry);
      if (!worker) continue;
      for (const earlier of waiting.slice(0, waiting.indexOf(entry))) earlier.overtakings += 1;
      waiting.splice(waiting.indexOf(entry), 1);
      assign(worker, entry);
      entry.take(worker);
    }
  };

  const giveBack = (worker: WorkerProcess): void => {
    inBackground.delete(worker);
    longAtWork.delete(worker);
    if (isClosed || !worker.isUsable()) void retire(worker);
    else idle.set(worker, setTimeout(() => void retire(worker), idleMs).unref());
    if (!isClosed) serveWaiting();
  };

  const takeWorker = (turn: Turn, signal: AbortSignal | undefined): Promise<WorkerProcess> =>
    new Promise((resolve, reject) => {
      const onAbort = () => {
        waiting.splice(waiting.indexOf(entry), 1);
        reject(signal?.reason);
      };
      const entry: Waiting = {
        ...turn,
        overtakings: 0,
        take: (worker) => {
          signal?.removeEventListener('abort', onAbort);
          resolve(worker);
        },
        refuse: reject,
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      waiting.push(entry);
      serveWaiting();
    });

  return {
    recognise: async (input, options = {}) => {
      if (isClosed) throw new Error('Recognition is closed');
      options.signal?.throwIfAborted();
      const { isBackground = false, onProgress, signal } = options;
      const mayBeLong = (input.declaredFormat ?? 'pdf') === 'pdf';
      const worker = await takeWorker({ isBackground, mayBeLong }, signal);
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
