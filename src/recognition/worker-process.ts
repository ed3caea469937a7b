import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ReadingProgress, Recognised, RecognitionInput } from './recognised.ts';
import { RecognitionError } from './recognition-error.ts';
import { withLimits } from './with-limits.ts';
import { memoryMark, type ServiceMessage, type WorkerAnswer, type WorkerMessage } from './worker/messages.ts';
import { createAssembler, piecesOfBytes } from './worker/pieces.ts';

/**
 * A process, not a thread. Measured on Node 24 with a 256 MB limit: of eight ways to run out of memory (strings,
 * a Map, JSON.parse, join, …) four ended the whole service although they happened in a worker thread, and
 * buffers were not limited at all. A process fails alone, can be killed in native code, and its
 * memory can be measured.
 */
export interface ReadOptions {
  /** Limit for the file. If the others are given, until its first progress. */
  timeoutMs: number;
  stepTimeoutMs?: number | undefined;
  totalTimeoutMs?: number | undefined;
  onProgress?: ((progress: ReadingProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Reads one file. Rejects with RecognitionError if the file is the cause, otherwise with Error. */
  read(input: RecognitionInput, options: ReadOptions): Promise<Recognised>;
  /** False after the process has ended or should not get another file. */
  isUsable(): boolean;
  end(): Promise<void>;
}

export interface WorkerLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

const startTimeoutMs = 30_000;
/** The worker plans to finish by then, so that the result can still be transferred in time. */
const plannedShare = 0.95;
const keptErrorCharacters = 4_000;

export const processLimits = (memoryLimitMb: number) => ({
  execArgv: [
    `--max-old-space-size=${memoryLimitMb}`,
    // A file that exploits a parser still cannot write files or start processes.
    '--permission',
    '--allow-fs-read=*',
    '--allow-addons',
    '--allow-worker',
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ],
  // No secrets of the service within reach of a parser. Fewer malloc arenas keep measured memory near used memory.
  env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', ORT_DISABLE_TELEMETRY: '1' },
});

const startProcess = (memoryLimitMb: number): ChildProcess =>
  fork(
    fileURLToPath(new URL('./worker/main.ts', import.meta.url)),
    [String(memoryLimitMb), String(process.pid)],
    {
      ...processLimits(memoryLimitMb),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    },
  );

/** Why the process ended while it was reading. */
const endedWhileReading = (signal: NodeJS.Signals | null, errorOutput: string): Error => {
  const isMemory =
    errorOutput.includes(memoryMark) || /heap out of memory|Allocation failed/.test(errorOutput);
  // Not killed by this service: the system ran out of memory and chose the largest process.
  if (isMemory || signal === 'SIGKILL') return new RecognitionError('memory');
  if (signal === 'SIGTERM' || signal === 'SIGINT') return new Error('The recognition worker was stopped');
  return new RecognitionError('damaged', 'The file could not be read', { cause: new Error(errorOutput) });
};

/** Lower priority: the service's own threads come first on few cores. */
const lowerPriority = (pid: number | undefined): void => {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted here, or already ended. It works without.
  }
};

/** An idle worker must not keep the service alive. A reading one must. */
const setReferenced = (child: ChildProcess, isReferenced: boolean): void => {
  const channel = child.channel as { ref(): void; unref(): void } | null | undefined;
  const stderr = child.stderr as { ref?(): void; unref?(): void } | null;
  for (const handle of [child, channel, stderr]) isReferenced ? handle?.ref?.() : handle?.unref?.();
};

const send = (child: ChildProcess, message: ServiceMessage): Promise<void> =>
  // A worker that has ended takes no message. Its end is reported elsewhere, with the reason.
  new Promise((resolve) => child.send(message, () => resolve()));

const sendFile = async (child: ChildProcess, input: RecognitionInput, deadlineMs: number): Promise<void> => {
  const { source, name, declaredFormat, cellValues = false, search } = input;
  if ('bytes' in source) {
    for (const bytes of piecesOfBytes(source.bytes)) await send(child, { type: 'bytes', bytes });
  }
  await send(child, {
    type: 'read',
    path: 'path' in source ? source.path : undefined,
    name,
    declaredFormat,
    cellValues,
    search,
    remainingMs: deadlineMs - performance.now(),
  });
};

/** Sends a file and collects the answer. */
const exchange = (
  child: ChildProcess,
  input: RecognitionInput,
  deadlineMs: number,
  onProgress: (progress: ReadingProgress) => void,
): Promise<WorkerAnswer> => {
  const { promise, resolve } = Promise.withResolvers<WorkerAnswer>();
  const assembler = createAssembler();
  const onMessage = (message: WorkerMessage) => {
    if (message.type === 'text' || message.type === 'rows') assembler.add(message);
    else if (message.type === 'progress') onProgress({ page: message.page, pages: message.pages });
    else if (message.type === 'done')
      resolve({ ...message, recognised: assembler.finish(message.recognised) });
    else if (message.type !== 'ready') resolve(message);
  };
  child.on('message', onMessage);
  void sendFile(child, input, deadlineMs);
  return promise.finally(() => child.off('message', onMessage));
};

const resultOf = (answer: WorkerAnswer): Recognised => {
  if (answer.type === 'done') return answer.recognised;
  if (answer.type === 'failed')
    throw new RecognitionError(answer.reason, answer.message, { cause: answer.detail });
  throw new Error(answer.message);
};

export const startWorkerProcess = ({
  memoryLimitMb,
  log,
}: {
  memoryLimitMb: number;
  log?: WorkerLog;
}): WorkerProcess => {
  const child = startProcess(memoryLimitMb);
  let errorOutput = '';
  let isSpent = false;
  let hasEnded = false;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptErrorCharacters);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      log?.warn({ error }, 'a recognition worker could not be run');
      resolve();
    });
  }).then(() => {
    hasEnded = true;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then(() => reject(new Error(`The recognition worker did not start: ${errorOutput}`)));
  });
  lowerPriority(child.pid);

  const stop = () => {
    isSpent = true;
    child.kill('SIGKILL');
  };
  const died = ended.then((): never => {
    throw endedWhileReading(child.signalCode, errorOutput);
  });
  died.catch(() => {});

  return {
    pid: child.pid,
    read: async (input, { timeoutMs, stepTimeoutMs, totalTimeoutMs = timeoutMs, onProgress, signal }) => {
      setReferenced(child, true);
      try {
        const late = () => new Error('The recognition worker did not start in time');
        await withLimits(() => ready, { timeoutMs: startTimeoutMs, expired: late, signal, stop });
        const deadlineMs = performance.now() + totalTimeoutMs * plannedShare;
        const answer = await withLimits(
          (renewTimeout) => {
            const reportProgress = (progress: ReadingProgress): void => {
              renewTimeout();
              onProgress?.(progress);
            };
            return Promise.race([exchange(child, input, deadlineMs, reportProgress), died]);
          },
          {
            timeoutMs,
            stepTimeoutMs,
            totalTimeoutMs,
            expired: () => new RecognitionError('timeout'),
            signal,
            stop,
          },
        );
        isSpent ||= answer.type === 'broken' || answer.isSpent;
        return resultOf(answer);
      } finally {
        setReferenced(child, false);
      }
    },
    isUsable: () => !isSpent && !hasEnded,
    end: async () => {
      setReferenced(child, true);
      stop();
      await ended;
    },
  };
};
