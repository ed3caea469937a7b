export interface Measured {
  p50Ms: number;
  p99Ms: number;
  /** CPU time of this process only, which depends less on other work of the machine. */
  cpuP50Ms: number;
}

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/** Times `work` for runs 0 … n-1, one after the other. */
export const measure = async (turns: number, work: (turn: number) => Promise<unknown>): Promise<Measured> => {
  const times: number[] = [];
  const cpuTimes: number[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const begun = performance.now();
    const cpuBegun = process.cpuUsage();
    await work(turn);
    const { user, system } = process.cpuUsage(cpuBegun);
    times.push(performance.now() - begun);
    cpuTimes.push((user + system) / 1000);
  }
  times.sort((a, b) => a - b);
  cpuTimes.sort((a, b) => a - b);
  return { p50Ms: at(times, 0.5), p99Ms: at(times, 0.99), cpuP50Ms: at(cpuTimes, 0.5) };
};

export const ms = (value: number): string => `${value.toFixed(value < 10 ? 2 : 1)} ms`;

/** Longest block of the event loop between start and stop. */
export const watchLoop = () => {
  let worstMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    worstMs = Math.max(worstMs, now - last - 5);
    last = now;
  }, 5);
  return {
    stop: (): number => {
      clearInterval(timer);
      return worstMs;
    },
  };
};
