const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

const limitMs = 100;
const shownOperations = 10;

interface Slowest {
  tookMs: number;
  told: string;
}

/** How long each operation took to answer. */
export const createTimes = () => {
  const byOperation = new Map<string, number[]>();
  const slowest = new Map<string, Slowest>();

  const figuresOf = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    return {
      count: sorted.length,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      max: sorted.at(-1) ?? 0,
    };
  };

  const line = (name: string, { count, p50, p99, max }: ReturnType<typeof figuresOf>): string =>
    `${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)} ${max.toFixed(1).padStart(8)} ${String(count).padStart(7)}  ${name}`;

  return {
    add: (operation: string, tookMs: number, told: string): void => {
      const times = byOperation.get(operation) ?? [];
      times.push(tookMs);
      byOperation.set(operation, times);
      if (tookMs > (slowest.get(operation)?.tookMs ?? 0)) slowest.set(operation, { tookMs, told });
    },
    /** One line, or with `isWhole` a table of every operation and what was slowest about the slowest. */
    report: (isWhole: boolean): string => {
      const all = figuresOf([...byOperation.values()].flat());
      const rows = [...byOperation].map(([name, times]) => ({ name, figures: figuresOf(times) }));
      rows.sort((a, b) => b.figures.p99 - a.figures.p99);
      const over = rows.filter(({ figures }) => figures.p99 > limitMs);
      const summary = `${all.count} calls of ${rows.length} operations: p50 ${all.p50.toFixed(1)} ms, p99 ${all.p99.toFixed(1)} ms; p99 above ${limitMs} ms: ${over.length} operations`;
      if (!isWhole) return summary;
      return [
        '  p50 ms   p99 ms   max ms   calls  operation',
        ...rows.map(({ name, figures }) => line(name, figures)),
        '',
        `The slowest call of the ${shownOperations} slowest operations:`,
        ...rows.slice(0, shownOperations).map(({ name }) => {
          const { tookMs, told } = slowest.get(name)!;
          return `${tookMs.toFixed(1).padStart(8)} ms  ${told.slice(0, 240)}`;
        }),
        '',
        summary,
      ].join('\n');
    },
  };
};
