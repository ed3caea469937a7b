import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createFairQueue, serviceOwner } from '../lib/fair-queue.ts';
import { RecognitionError } from '../recognition/index.ts';
import type { EngineAnswer, EngineMessage, EngineTask } from './worker/messages.ts';

export interface EngineOptions {
  /** For one task, from the start of its processing. */
  timeoutMs: number;
  /** Memory of the whole process, including weights. */
  memoryLimitMb: number;
  /** Idle time after which the process ends. */
  idleMs: number;
}

/** Speech engines need hundreds of megabytes and run for seconds, so they run in a process that can be killed. */
const start = (memoryLimitMb: number): ChildProcess => {
  const program = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
  const child = fork(program, [String(memoryLimitMb), String(process.pid)], {
    execArgv: [
      '--max-old-space-size=256',
      // A recording that exploits a decoder still cannot write files or start processes.
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--allow-worker',
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '2', ORT_DISABLE_TELEMETRY: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.on('error', () => {});
  try {
    if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not permitted here, or already ended. It works without.
  }
  return child;
};

/** An idle engine must not keep the service alive. A working one must. */
const setReferenced = (child: ChildProcess, isReferenced: boolean): void => {
  const channel = child.channel as { ref(): void; unref(): void } | null | undefined;
  for (const handle of [child, channel]) isReferenced ? handle?.ref() : handle?.unref();
};

const exchange = (child: ChildProcess, task: EngineTask, stop: AbortSignal): Promise<EngineAnswer> =>
  new Promise((resolve, reject) => {
    const onMessage = (message: EngineMessage): void => {
      if (message.type !== 'ready') settle(() => resolve(message));
    };
    const onExit = (): void => settle(() => reject(new RecognitionError('memory')));
    const onStop = (): void => {
      settle(() => reject(stop.reason));
      child.kill('SIGKILL');
    };
    const settle = (finish: () => void): void => {
      child.off('message', onMessage).off('exit', onExit);
      stop.removeEventListener('abort', onStop);
      finish();
    };
    child.on('message', onMessage).once('exit', onExit);
    stop.addEventListener('abort', onStop, { once: true });
    child.send(task, () => {});
  });

/** One engine in its own process: started with the first task, one task at a time in fair order. */
export const createEngine = ({ timeoutMs, memoryLimitMb, idleMs }: EngineOptions) => {
  let child: ChildProcess | undefined;
  const queue = createFairQueue({ concurrency: 1 });
  let idleTimer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const end = async (): Promise<void> => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    setReferenced(ending, true);
    const exited = once(ending, 'exit');
    ending.kill('SIGKILL');
    await exited;
  };

  const isGone = (): boolean => !child?.connected || child.killed;

  const perform = async (task: EngineTask, signal: AbortSignal | undefined): Promise<EngineAnswer> => {
    if (isClosed) throw new Error('The speech engine is closed');
    signal?.throwIfAborted();
    clearTimeout(idleTimer);
    if (isGone()) child = start(memoryLimitMb);
    const running = child!;
    setReferenced(running, true);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new RecognitionError('timeout')), timeoutMs);
    try {
      return await exchange(running, task, signal ? AbortSignal.any([signal, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
      setReferenced(running, false);
      idleTimer = setTimeout(() => void end(), idleMs).unref();
    }
  };

  return {
    run: (task: EngineTask, signal?: AbortSignal, owner = serviceOwner): Promise<EngineAnswer> =>
      queue.run({ owner, signal }, () => perform(task, signal)),
    close: async (): Promise<void> => {
      isClosed = true;
      queue.close(new Error('The speech engine is closed'));
      clearTimeout(idleTimer);
      await end();
    },
  };
};
