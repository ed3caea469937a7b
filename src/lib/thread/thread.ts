import { setTimeout as delay } from 'node:timers/promises';
import { parentPort, Worker } from 'node:worker_threads';

/** Functions by name. Their input and output must be cloneable between threads. */
export type Handlers = Record<string, (input: never) => unknown>;

type InputOf<Handler> = Handler extends (input: infer Input) => unknown ? Input : never;
type ResultOf<Handler> = Handler extends (input: never) => infer Result ? Awaited<Result> : never;

interface Call {
  id: number;
  name: string;
  input: unknown;
}

type Answer = { id: number; result: unknown } | { id: number; error: { name: string; message: string } };

export interface Thread<Of extends Handlers> {
  call<Name extends keyof Of & string>(name: Name, input: InputOf<Of[Name]>): Promise<ResultOf<Of[Name]>>;
  close(): Promise<void>;
}

interface ThreadOptions {
  entry: URL;
  /** The thread died. Its state is lost, and the next call starts a new thread. */
  onLost?: () => void;
  memoryLimitMb?: number;
  /** The thread runs native code. Ending it within that code would end the process. */
  isNative?: boolean;
}

/** How long a thread with native code may take to finish its calls. Longer than a text or a model to load. */
const finishMs = 5000;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** A worker thread that the first call starts. After a crash the next call starts it again. */
export const createThread = <Of extends Handlers>({
  entry,
  onLost,
  memoryLimitMb,
  isNative = false,
}: ThreadOptions): Thread<Of> => {
  let worker: Worker | undefined;
  let waiting = new Map<number, Waiting>();
  let lastId = 0;
  let closed = false;
  const calls = new Set<Promise<unknown>>();

  const start = (): Worker => {
    const started = new Worker(
      entry,
      memoryLimitMb ? { resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb } } : {},
    );
    const own = new Map<number, Waiting>();
    waiting = own;
    let failure = new Error('The worker thread ended');
    started.on('message', (answer: Answer) => {
      const waiter = own.get(answer.id);
      own.delete(answer.id);
      // Only pending calls keep the process alive, not the thread itself.
      if (own.size === 0) started.unref();
      if ('error' in answer)
        waiter?.reject(Object.assign(new Error(answer.error.message), { name: answer.error.name }));
      else waiter?.resolve(answer.result);
    });
    started.on('error', (error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      for (const waiter of own.values()) waiter.reject(failure);
      own.clear();
      if (!closed) onLost?.();
    });
    return started;
  };

  return {
    call: (name, input) => {
      if (closed) return Promise.reject(new Error('The service is stopping'));
      worker ??= start();
      const target = worker;
      lastId += 1;
      const id = lastId;
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      waiting.set(id, { resolve: resolve as (value: unknown) => void, reject });
      calls.add(promise);
      const forget = (): void => void calls.delete(promise);
      promise.then(forget, forget);
      target.ref();
      target.postMessage({ id, name, input } satisfies Call);
      return promise;
    },
    close: async () => {
      closed = true;
      if (isNative)
        await Promise.race([Promise.allSettled(calls), delay(finishMs, undefined, { ref: false })]);
      await worker?.terminate();
    },
  };
};

/** The thread's side: answers calls in order. */
export const serveThread = (handlers: Handlers): void => {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread only');
  let last: Promise<void> = Promise.resolve();
  const answer = async ({ id, name, input }: Call): Promise<void> => {
    try {
      const result = await handlers[name]!(input as never);
      port.postMessage({ id, result } satisfies Answer);
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      port.postMessage({ id, error: { name: kind, message } } satisfies Answer);
    }
  };
  port.on('message', (call: Call) => {
    last = last.then(() => answer(call));
  });
};
