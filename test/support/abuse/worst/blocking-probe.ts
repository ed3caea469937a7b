import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the service before its own code. It reports the longest time for which the event loop was blocked since
 * the last report: a timer records every few milliseconds how much CPU time the main thread has used since the last
 * tick. While one piece of work blocks the loop, no timer runs, so all of its time falls between two ticks.
 *
 * It measures CPU time of the thread, not wall-clock time: on a busy machine a thread waits for a core for longer than
 * the limit without a fault. Many small pieces of work in sequence count as small, because timers and other work run
 * between them.
 */
const intervalMs = 2;

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

if (isMainThread && process.send) {
  let lastMs = usedMs();
  let longestMs = 0;
  const note = (): void => {
    const nowMs = usedMs();
    longestMs = Math.max(longestMs, nowMs - lastMs);
    lastMs = nowMs;
  };
  setInterval(note, intervalMs).unref();
  process.on('message', () => {
    note();
    process.send?.({ longestMs });
    longestMs = 0;
  });
}
