import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for what happens soon, and fails by name instead of hanging when it does not. Soon is a second on a
 * machine at rest; the limit is for one that is busy with much else, and only a failure ever takes so long.
 */
export const eventually = async (
  what: string,
  happened: () => boolean | Promise<boolean>,
  timeoutMs = 90_000,
): Promise<void> => {
  const giveUpAt = performance.now() + timeoutMs;
  for (let pauseMs = 5; !(await happened()); pauseMs = Math.min(50, pauseMs + 1)) {
    if (performance.now() > giveUpAt) throw new Error(`It never happened that ${what}`);
    await delay(pauseMs);
  }
};
