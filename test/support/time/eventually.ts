import { setTimeout as delay } from 'node:timers/promises';

/**
 * Waits for a condition and fails with its name instead of hanging. On an idle machine it takes at most a second.
 * The limit is for a busy machine, and only a failure takes that long.
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
