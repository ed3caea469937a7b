import { writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import { memoryMark } from './messages.ts';

/**
 * A thread beside the reader, because a reader in a loop or in native code cannot watch itself. It ends
 * the process when its memory outside the JavaScript heap exceeds the limit (the heap has its own limit),
 * and when the service is gone: a process that reads an endless file must end with it.
 */
const intervalMs = 100;

const { limitBytes, parentPid } = workerData as { limitBytes: Float64Array; parentPid: number };

setInterval(() => {
  const limit = limitBytes[0] ?? 0;
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  if (limit > 0 && process.memoryUsage.rss() > limit) {
    writeSync(2, `${memoryMark}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
}, intervalMs);
