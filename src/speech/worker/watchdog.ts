import { workerData } from 'node:worker_threads';

/**
 * A thread beside the engine, which cannot watch itself in native code. It ends the process when it exceeds
 * its memory limit, and when the service is gone.
 */
const intervalMs = 200;
const { limitBytes, parentPid } = workerData as { limitBytes: number; parentPid: number };

setInterval(() => {
  if (process.ppid !== parentPid || process.memoryUsage.rss() > limitBytes)
    process.kill(process.pid, 'SIGKILL');
}, intervalMs);
