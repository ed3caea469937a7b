import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { JobRequest, WatchedState, WorkerMessage } from './messages.ts';

/** The program of a worker process: runs one job after another and sends results to the service. */
const [memoryMb = 256, parentPid = 0] = process.argv.slice(2).map(Number);

/** Results are parsed on the service's event loop. */
const longestResult = 10_000_000;
/** A process that keeps this much memory after a job is replaced, so that the next job has its full limit. */
const spentShare = 0.5;
/** Compilers and parsers use memory outside the heap, which has its own limit. */
const wholeProcessShare = 1.5;

const flags = new Int32Array(new SharedArrayBuffer(4));
const limits = new Float64Array(new SharedArrayBuffer(16));
const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
  workerData: { flags, limits, parentPid } satisfies WatchedState,
});
// Its start takes processor time of this process, which must not count against the first job.
await once(watchdog, 'message');
watchdog.unref();

const memoryBytes = memoryMb * 2 ** 20;
const startBytes = process.memoryUsage.rss();
const modules = new Map<string, (input: unknown) => unknown>();

const load = async (module: string): Promise<(input: unknown) => unknown> => {
  const known = modules.get(module);
  if (known) return known;
  const { default: run } = (await import(module)) as { default: (input: unknown) => unknown };
  modules.set(module, run);
  return run;
};

const startWatch = (cpuMs: number): void => {
  const { user, system } = process.cpuUsage();
  limits[0] = (user + system) / 1000 + cpuMs;
  limits[1] = Math.max(process.memoryUsage.rss(), startBytes) + memoryBytes * wholeProcessShare;
  Atomics.store(flags, 0, 1);
  Atomics.notify(flags, 0);
};

const endWatch = (): void => {
  Atomics.store(flags, 0, 0);
  Atomics.notify(flags, 0);
};

const isSpent = (): boolean => process.memoryUsage.rss() > startBytes + memoryBytes * spentShare;

const answer = async ({ id, module, cpuMs, input }: JobRequest): Promise<WorkerMessage> => {
  try {
    // The time to load the code of a job does not count against the tenant.
    const run = await load(module);
    startWatch(cpuMs);
    const result = JSON.stringify(await run(input)) as string | undefined;
    endWatch();
    if ((result?.length ?? 0) > longestResult)
      return { type: 'failed', id, message: 'The result is too long', isSpent: isSpent() };
    return { type: 'done', id, result, isSpent: isSpent() };
  } catch (error) {
    endWatch();
    return { type: 'failed', id, message: String(error).slice(0, 500), isSpent: isSpent() };
  }
};

const send = (message: WorkerMessage): void => {
  process.send?.(message);
};

process.on('message', (request: JobRequest) => void answer(request).then(send));
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });
