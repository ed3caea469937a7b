import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { SandboxError } from './sandbox-error.ts';
import { type JobRequest, marks, type WorkerMessage } from './worker/messages.ts';

/**
 * A process, not a thread. Measured on Node 24 with a 64 MB limit: a Map and a JSON.parse that outgrow the heap of a
 * worker thread end the whole service.
 */
export interface WorkerProcess {
  run(request: Omit<JobRequest, 'id'>): Promise<unknown>;
  /** False once the process has ended or should not be given another job. */
  isUsable(): boolean;
  end(): void;
}

/** The watchdog in the process ends a job by its processor time. This is for a process that hangs. */
const standstillMs = 30_000;
const keptErrorCharacters = 4000;

interface ProcessOptions {
  memoryMb: number;
  usesAddons: boolean;
}

const startProcess = ({ memoryMb, usesAddons }: ProcessOptions): ChildProcess =>
  fork(fileURLToPath(new URL('./worker/main.ts', import.meta.url)), [String(memoryMb), String(process.pid)], {
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      // Even an input that exploits a parser cannot write files or start programs.
      '--permission',
      '--allow-fs-read=*',
      '--allow-worker',
      ...(usesAddons ? ['--allow-addons'] : []),
      '--disable-warning=SecurityWarning',
      '--disable-warning=ExperimentalWarning',
    ],
    // A parser must not have access to secrets of the service.
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2', UV_THREADPOOL_SIZE: '1' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });

/** An idle worker must not keep the service from ending; one that runs a job must. */
const setReferenced = (child: ChildProcess, isReferenced: boolean): void => {
  const channel = child.channel as { ref(): void; unref(): void } | null | undefined;
  const stderr = child.stderr as { ref?(): void; unref?(): void } | null;
  for (const handle of [child, channel, stderr]) isReferenced ? handle?.ref?.() : handle?.unref?.();
};

const reasonOf = (errorOutput: string, isKilled: boolean): SandboxError => {
  if (errorOutput.includes(marks.time) || isKilled) return new SandboxError('time');
  if (errorOutput.includes(marks.memory) || /heap out of memory|Allocation failed/.test(errorOutput))
    return new SandboxError('memory');
  return new SandboxError('failed', { cause: new Error(`The worker process ended: ${errorOutput}`) });
};

export const createWorkerProcess = (options: ProcessOptions): WorkerProcess => {
  const child = startProcess(options);
  let errorOutput = '';
  let isOver = false;
  let isKilled = false;
  let lastId = 0;
  let waiting: { id: number; resolve(value: unknown): void; reject(error: Error): void } | undefined;

  const settle = (act: (job: NonNullable<typeof waiting>) => void): void => {
    const job = waiting;
    waiting = undefined;
    setReferenced(child, false);
    if (job) act(job);
  };

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errorOutput = (errorOutput + text).slice(-keptErrorCharacters);
  });
  child.on('message', (message: WorkerMessage) => {
    if (message.type === 'ready' || message.id !== waiting?.id) return;
    if (message.isSpent) isOver = true;
    settle((job) => {
      if (message.type === 'failed')
        job.reject(new SandboxError('failed', { cause: new Error(message.message) }));
      else job.resolve(message.result === undefined ? undefined : JSON.parse(message.result));
    });
    if (message.isSpent) child.kill('SIGKILL');
  });
  child.on('error', (error) => {
    errorOutput = `${errorOutput}${error.message}`.slice(-keptErrorCharacters);
    isOver = true;
    settle((job) => job.reject(reasonOf(errorOutput, false)));
  });
  // After `close` all of stderr has been read, with the reason in it.
  child.on('close', () => {
    isOver = true;
    settle((job) => job.reject(reasonOf(errorOutput, isKilled)));
  });
  child.on('exit', () => {
    isOver = true;
  });
  setReferenced(child, false);

  return {
    isUsable: () => !isOver,
    end: () => {
      isOver = true;
      child.kill('SIGKILL');
    },
    run: (request) => {
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      waiting = { id, resolve, reject };
      setReferenced(child, true);
      try {
        // A process that has ended accepts no message; `close` reports its end.
        child.send({ id, ...request } satisfies JobRequest, () => undefined);
      } catch (error) {
        // The input cannot be copied, for example because it is nested too deeply.
        settle((job) => job.reject(new SandboxError('failed', { cause: error })));
      }
      const timer = setTimeout(() => {
        isKilled = true;
        child.kill('SIGKILL');
      }, standstillMs);
      return promise.finally(() => clearTimeout(timer));
    },
  };
};
