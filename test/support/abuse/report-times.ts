const limitMs = 100;
const shownOperations = 10;

export interface Measured {
  status: number;
  tookMs: number;
  /** CPU time of this process, to distinguish a slow operation from a busy machine. */
  workedMs: number;
  /** The call, as a failure message would show it. */
  told: string;
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

const figuresOf = (calls: readonly Measured[]) => {
  const times = calls.map(({ tookMs }) => tookMs);
  const work = calls.map(({ workedMs }) => workedMs);
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    most: percentile(times, 1),
    work50: percentile(work, 0.5),
    work99: percentile(work, 0.99),
  };
};

const statusesOf = (calls: readonly Measured[]): string => {
  const counts = new Map<number, number>();
  for (const { status } of calls) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts]
    .toSorted(([a], [b]) => a - b)
    .map(([status, count]) => `${status}×${count}`)
    .join(' ');
};

const column = (value: number): string => value.toFixed(1).padStart(9);

const line = (name: string, calls: readonly Measured[]): string => {
  const { p50, p99, most, work50, work99 } = figuresOf(calls);
  return `${[p50, p99, most, work50, work99].map(column).join('')}  ${name}  ${statusesOf(calls)}`;
};

const slowestOf = (calls: readonly Measured[]): Measured =>
  calls.reduce((slowest, one) => (one.tookMs > slowest.tookMs ? one : slowest));

/** Response times of each operation. */
export const createTimes = () => {
  const byOperation = new Map<string, Measured[]>();

  const summary = (): string => {
    const all = [...byOperation.values()];
    const { p50, p99 } = figuresOf(all.flat());
    const over = all.filter((calls) => figuresOf(calls).p99 > limitMs).length;
    return `${all.flat().length} calls of ${all.length} operations: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; p99 above ${limitMs} ms: ${over} operations`;
  };

  return {
    add: (operation: string, call: Measured): void => {
      const calls = byOperation.get(operation);
      if (calls) calls.push(call);
      else byOperation.set(operation, [call]);
    },
    summary,
    /** Every operation, slowest first, and the slowest call of the first few. */
    table: (): string => {
      const rows = [...byOperation].toSorted(([, a], [, b]) => figuresOf(b).p99 - figuresOf(a).p99);
      return [
        '   p50 ms   p99 ms  most ms  work 50  work 99  operation',
        ...rows.map(([name, calls]) => line(name, calls)),
        '',
        `The slowest call of each of the ${shownOperations} slowest operations:`,
        ...rows.slice(0, shownOperations).map(([, calls]) => {
          const { tookMs, workedMs, told } = slowestOf(calls);
          return `${column(tookMs)} ms (${workedMs.toFixed(1)} of work)  ${told.slice(0, 240)}`;
        }),
        '',
        summary(),
      ].join('\n');
    },
  };
};
