import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { endAfterFailedSync } from '../../lib/sync-file.ts';
import { isFailedSync } from './is-failed-sync.ts';

const lookEveryMs = 500;
const startAtBytes = 8 * 1024 * 1024;
/**
 * Under constant writes a checkpoint never catches up by itself. From this many pages (64 MB) on it makes the writer wait
 * briefly, so that the log begins again. The size of the file does not tell, because the log reuses it.
 */
const restartAtPages = 16_384;

export interface Checkpointer {
  close(): Promise<void>;
}

/**
 * Checkpoints the write-ahead log in a separate thread. SQLite would do it inside a
 * commit and sync the database file while the event loop waits. That commit was the slowest response in
 * every benchmark. The thread is started on demand.
 */
export const createCheckpointer = (path: string): Checkpointer => {
  let worker: Worker | undefined;
  let running = false;
  let closed = false;

  const run = async (): Promise<void> => {
    running = true;
    worker ??= new Worker(new URL('./checkpoint-thread.mjs', import.meta.url), {
      workerData: { path, restartAtPages },
    });
    worker.unref();
    const done = once(worker, 'message');
    worker.postMessage('checkpoint');
    const [error] = await done;
    if (isFailedSync(error)) endAfterFailedSync(path, error);
    running = false;
  };

  const look = async (): Promise<void> => {
    if (running || closed) return;
    const { size } = await stat(`${path}-wal`);
    if (size >= startAtBytes && !running && !closed) await run();
  };

  const timer = setInterval(() => {
    // A crashed thread is replaced at the next check. Until then the log only grows.
    look().catch(() => {
      running = false;
      worker = undefined;
    });
  }, lookEveryMs);
  timer.unref();

  return {
    close: async () => {
      closed = true;
      clearInterval(timer);
      if (!worker) return;
      // Waits for the thread: the process must not end before it.
      worker.ref();
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
};
