import { Worker } from 'node:worker_threads';

/** Working memory of the OCR engines besides their weights. Limited by the size in which images are read. */
const engineWorkingBytes = 192 * 2 ** 20;
/**
 * The heap may use the limit once (V8 enforces it), buffers and native code as much again. Less would
 * count uncollected garbage against the file.
 */
const wholeProcessShare = 2;
/** A process that has grown this much is replaced before the next file. */
const spentShare = 0.6;

export interface MemoryGuard {
  startFile(): void;
  /** Ends the watch. True if the process should not read another file. */
  endFile(): boolean;
  /** Opens an engine whose memory does not count for the file. */
  load<T>(open: () => Promise<T>): Promise<T>;
}

const rss = (): number => process.memoryUsage.rss();

export const startMemoryGuard = (memoryLimitMb: number, parentPid: number): MemoryGuard => {
  const limitBytes = new Float64Array(new SharedArrayBuffer(8));
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), {
    workerData: { limitBytes, parentPid },
  });
  watchdog.unref();
  const fileBytes = memoryLimitMb * 2 ** 20;
  const startBytes = rss();
  let engineBytes = 0;
  return {
    startFile: () => {
      limitBytes[0] = Math.max(rss(), startBytes + engineBytes) + fileBytes * wholeProcessShare;
    },
    endFile: () => {
      limitBytes[0] = 0;
      return rss() > startBytes + engineBytes + fileBytes * spentShare;
    },
    load: async (open) => {
      const before = rss();
      // The limit is not checked while weights are loaded, because they are the same for every file.
      const limit = limitBytes[0] ?? 0;
      limitBytes[0] = 0;
      try {
        return await open();
      } finally {
        const grown = Math.max(0, rss() - before) + engineWorkingBytes;
        engineBytes += grown;
        limitBytes[0] = limit > 0 ? limit + grown : 0;
      }
    },
  };
};
