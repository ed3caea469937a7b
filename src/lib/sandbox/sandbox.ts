import { SandboxError } from './sandbox-error.ts';
import type { SandboxJob } from './sandbox-job.ts';
import { createTenantQueue, type Waiting } from './tenant-queue.ts';
import { createWorkerProcess, type WorkerProcess } from './worker-process.ts';

interface SandboxOptions {
  workers?: number;
  /** Heap of one worker process. */
  memoryMb?: number;
  /** Jobs may load native libraries, for example decoders of images. */
  usesAddons?: boolean;
  log?: { warn(fields: object, message: string): void };
}

export interface Sandbox {
  /**
   * Runs a job for a tenant in a worker process. Rejects with SandboxError if the job used up its time or memory,
   * threw, or was not started in time.
   */
  run<Input, Result>(tenant: string, job: SandboxJob<Input, Result>, input: Input): Promise<Result>;
  close(): void;
}

/** A job with more time cannot take the last free worker. Ordinary jobs take less than a millisecond. */
const longCpuMs = 1000;
const longestWaitMs = 15_000;

/**
 * Runs input of tenants (schemas, patterns, documents) in processes that can be ended at any moment, so that
 * none of it can block the event loop or end the service. Processes are started on demand.
 */
export const createSandbox = ({
  workers = 2,
  memoryMb = 256,
  usesAddons = false,
  log,
}: SandboxOptions = {}): Sandbox => {
  const queue = createTenantQueue({ workers, nowMs: () => performance.now() });
  const idle: WorkerProcess[] = [];
  let running = 0;
  let isClosed = false;
  const busy = new Set<WorkerProcess>();

  const takeProcess = (): WorkerProcess => {
    for (let known = idle.pop(); known; known = idle.pop()) if (known.isUsable()) return known;
    return createWorkerProcess({ memoryMb, usesAddons });
  };

  const runNow = async (
    tenant: string,
    { module, cpuMs }: SandboxJob<unknown, unknown>,
    input: unknown,
  ): Promise<unknown> => {
    const worker = takeProcess();
    busy.add(worker);
    try {
      return await worker.run({ module, cpuMs, input });
    } catch (error) {
      const { reason, cause } = error as SandboxError;
      if (!isClosed && (reason !== 'failed' || !worker.isUsable()))
        log?.warn(
          { workspaceId: tenant, reason, cause, job: module.split('/').at(-1) },
          'a sandboxed job was ended',
        );
      throw error;
    } finally {
      busy.delete(worker);
      if (worker.isUsable() && !isClosed) idle.push(worker);
    }
  };

  const startNext = (): void => {
    while (!isClosed && running < workers) {
      const next = queue.next();
      if (!next) return;
      running += 1;
      void next.job.start().then((usedUp) => {
        running -= 1;
        next.done(usedUp);
        startNext();
      });
    }
  };

  const run = (tenant: string, job: SandboxJob<unknown, unknown>, input: unknown): Promise<unknown> => {
    if (isClosed) return Promise.reject(new SandboxError('busy'));
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting: Waiting = {
      tenant,
      isLong: job.cpuMs > longCpuMs,
      start: async () => {
        clearTimeout(timer);
        try {
          resolve(await runNow(tenant, job, input));
          return false;
        } catch (error) {
          reject(error);
          return error instanceof SandboxError && (error.reason === 'time' || error.reason === 'memory');
        }
      },
      refuse: (error) => {
        clearTimeout(timer);
        reject(error);
      },
    };
    const timer = setTimeout(() => {
      queue.remove(waiting);
      reject(new SandboxError('busy'));
    }, longestWaitMs);
    queue.add(waiting);
    startNext();
    return promise;
  };

  return {
    run: run as Sandbox['run'],
    close: () => {
      isClosed = true;
      for (const waiting of queue.clear()) waiting.refuse(new SandboxError('busy'));
      for (const worker of [...idle, ...busy]) worker.end();
    },
  };
};
