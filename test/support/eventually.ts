import { setTimeout as delay } from 'node:timers/promises';

/** Waits for what happens soon, and fails by name instead of hanging when it does not. */
export const eventually = async (
  what: string,
  happened: () => boolean | Promise<boolean>,
  timeoutMs = 20_000,
): Promise<void> => {
  const giveUpAt = performance.now() + timeoutMs;
  while (!(await happened())) {
    if (performance.now() > giveUpAt) throw new Error(`It never happened that ${what}`);
    await delay(5);
  }
};
