import { writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { marks, type WatchedState } from './messages.ts';

/**
 * A thread beside the job, because a job stuck in a loop cannot watch itself. It ends the process when the job has
 * used up its processor time or memory, and when the service is gone. It sleeps while no job runs.
 */
const intervalMs = 10;

const { flags, limits, parentPid } = workerData as WatchedState;

const end = (mark: string): void => {
  writeSync(2, `${mark}\n`);
  process.kill(process.pid, 'SIGKILL');
};

const check = (): void => {
  if (process.ppid !== parentPid) process.kill(process.pid, 'SIGKILL');
  const { user, system } = process.cpuUsage();
  if ((user + system) / 1000 > limits[0]!) end(marks.time);
  if (process.memoryUsage.rss() > limits[1]!) end(marks.memory);
};

parentPort!.postMessage('ready');
for (;;) {
  Atomics.wait(flags, 0, 0);
  while (Atomics.load(flags, 0) === 1) {
    Atomics.wait(flags, 0, 1, intervalMs);
    if (Atomics.load(flags, 0) === 1) check();
  }
}
