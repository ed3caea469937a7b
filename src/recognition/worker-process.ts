import { type ChildProcess, fork } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Recognised } from './recognised.ts';
import { RecognitionError } from './recognition-error.ts';
import { memoryMark, type ReadRequest, type WorkerMessage } from './worker/messages.ts';

/**
 * A process, not a thread. Measured on Node 24 with a 256 MB limit: of eight ways to run out of memory (strings,
 * a Map, JSON.parse, join, …) four ended the whole service although they happened in a worker thread, and
 * buffers were not limited at all. A process fails alone, can be ended in the middle of native code, and its
 * memory can be measured.
 */
export interface WorkerProcess {
  readonly pid: number | undefined;
  /** Reads one file. Rejects with RecognitionError when the file is at fault, with Error when something else is. */
  read(
    request: Omit<ReadRequest, 'deadlineMs'>,
    options: { timeoutMs: number; signal?: AbortSignal },
  ): Promise<Recognised>;
  /** False once the process has ended or should not be given another file. */
  isUsable(): boolean;
  end(): Promise<void>;
}

export interface WorkerLog {
  warn(fields: Record<string, unknown>, message: string): void;
}

const startTimeoutMs = 30_000;
/** Slow extra work stops here, so that what was read can still be handed over in time. */
const softShare = 0.8;
const keptErrorCharacters = 4_000;

export const processLimits = (memoryLimitMb: number) => ({
  execArgv: [
    `--max-old-space-size=${memoryLimitMb}`,
    // A file that finds a hole in a parser still cannot write or start anything.
    '--permission',
    '--allow-fs-read=*',
    '--allow-addons',
    '--allow-worker',
    '--disable-warning=SecurityWarning',
    '--disable-warning=ExperimentalWarning',
  ],
  // No secrets of the service in reach of a parser; fewer malloc arenas keep measured memory near used memory.
  env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2' },
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
  // Killed by nobody of ours: the system ran out of memory and chose the process that grew.
  if (isMemory || signal === 'SIGKILL') return new RecognitionError('memory');
  if (signal === 'SIGTERM' || signal === 'SIGINT') return new Error('The recognition worker was stopped');
  return new RecognitionError('damaged', 'The file broke its reader', { cause: new Error(errorOutput) });
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
    child.once('close', () => {
      hasEnded = true;
      resolve();
    });
    child.once('error', (error) => {
      log?.warn({ error }, 'recognition worker could not be run');
      hasEnded = true;
      resolve();
    });
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve());
    void ended.then(() => reject(new Error(`The recognition worker did not start: ${errorOutput}`)));
  });
  ready.catch(() => {});
  const lowerPriority = () => {
    try {
      // Files can wait for people: the service's own threads come first where cores are few.
      if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Not allowed here, or already gone; it reads just as well.
    }
  };
  lowerPriority();

  const setReferenced = (isReferenced: boolean): void => {
    const channel = child.channel as { ref(): void; unref(): void } | null | undefined;
    const stderr = child.stderr as { ref?(): void; unref?(): void } | null;
    for (const handle of [child, channel, stderr]) isReferenced ? handle?.ref?.() : handle?.unref?.();
  };

  const settle = (message: WorkerMessage): Recognised => {
    if (message.type === 'done') {
      isSpent = message.isSpent;
      return message.recognised;
    }
    if (message.type === 'failed') {
      isSpent = message.isSpent;
      throw new RecognitionError(message.reason, message.message, { cause: message.detail });
    }
    isSpent = true;
    throw new Error(
      message.type === 'broken' ? message.message : 'The recognition worker answered out of turn',
    );
  };

  const kill = () => {
    isSpent = true;
    child.kill('SIGKILL');
  };

  const read: WorkerProcess['read'] = async (request, { timeoutMs, signal }) => {
    signal?.throwIfAborted();
    setReferenced(true);
    let timer: NodeJS.Timeout | undefined;
    let onMessage: ((message: WorkerMessage) => void) | undefined;
    let onAbort: (() => void) | undefined;
    const after = (ms: number, error: () => Error) =>
      new Promise<never>((_, reject) => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          reject(error());
          kill();
        }, ms);
      });
    try {
      const aborted = new Promise<never>((_, reject) => {
        onAbort = () => {
          reject(signal?.reason);
          kill();
        };
        signal?.addEventListener('abort', onAbort, { once: true });
      });
      await Promise.race([
        ready,
        aborted,
        after(startTimeoutMs, () => new Error('The recognition worker did not start in time')),
      ]);
      const answered = new Promise<WorkerMessage>((resolve) => {
        onMessage = resolve;
        child.on('message', resolve);
      });
      const died = ended.then(() => {
        throw endedWhileReading(child.signalCode, errorOutput);
      });
      died.catch(() => {});
      child.send({ ...request, deadlineMs: Date.now() + timeoutMs * softShare } satisfies ReadRequest);
      return settle(
        await Promise.race([
          answered,
          died,
          aborted,
          after(timeoutMs, () => new RecognitionError('timeout')),
        ]),
      );
    } finally {
      clearTimeout(timer);
      if (onMessage) child.off('message', onMessage);
      if (onAbort) signal?.removeEventListener('abort', onAbort);
      setReferenced(false);
    }
  };

  return {
    pid: child.pid,
    read,
    isUsable: () => !isSpent && !hasEnded,
    end: async () => {
      setReferenced(true);
      kill();
      await ended;
    },
  };
};
