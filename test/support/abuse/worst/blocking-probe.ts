import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the service before its own code. It tells how long the event loop was blocked at most since it was last
 * asked: a timer notes every few milliseconds how much processor time the main thread has used since the timer last
 * ran. While one piece of work holds the loop, no timer runs, so all of its time falls between two notes.
 *
 * Processor time of the thread, and not the clock: on a busy machine a thread waits for a core for longer than the
 * limit without doing anything wrong. Many small pieces of work, one after the other, count as small: timers run
 * between them, and so does everybody else's work.
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
