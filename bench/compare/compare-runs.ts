import type { Figure } from '../support/report.ts';

/** Two versions of a program can differ by this share without a reason, however little their own runs differ. */
const leastNoise = 0.05;

/** A figure of two versions, measured several times each. Shares are of the median: 0.1 is 10%. */
export interface Comparison {
  figure: Figure;
  before: number;
  after: number;
  /** Above 0: the later version is worse. */
  change: number;
  /** The range of the values of one version; the larger one of both versions. */
  noise: number;
  verdict: 'worse' | 'better' | 'same';
}

const keyOf = ({ group, name, database }: Figure): string => `${group}, ${name} (${database})`;

/** Other figures depend more on the machine than on the program. The start has no comparable baseline. */
const isCompared = ({ unit, group }: Figure): boolean => unit === 'ratio' || group === 'start';

const middleOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
};

const rangeOf = (values: readonly number[]): number =>
  (Math.max(...values) - Math.min(...values)) / (Math.abs(middleOf(values)) || 1);

const valuesByKey = (runs: readonly Figure[]): Map<string, { figure: Figure; values: number[] }> => {
  const found = new Map<string, { figure: Figure; values: number[] }>();
  for (const figure of runs.filter(isCompared)) {
    const known = found.get(keyOf(figure));
    if (known) known.values.push(figure.value);
    else found.set(keyOf(figure), { figure, values: [figure.value] });
  }
  return found;
};

const compareFigure = (figure: Figure, earlier: readonly number[], later: readonly number[]): Comparison => {
  const before = middleOf(earlier);
  const after = middleOf(later);
  const noise = Math.max(leastNoise, rangeOf(earlier), rangeOf(later));
  const [worse, good] = figure.better === 'lower' ? [after, before] : [before, after];
  // From no time to some time is worse, without a share.
  const factor = worse === good ? 1 : worse / good;
  const verdict = factor > 1 + noise ? 'worse' : factor < 1 / (1 + noise) ? 'better' : 'same';
  return { figure, before, after, change: factor - 1, noise, verdict };
};

/** Ratios and start times of two versions, from all repetitions. Figures of only one version are omitted. */
export const compareRuns = (before: readonly Figure[], after: readonly Figure[]): Comparison[] => {
  const earlier = valuesByKey(before);
  return [...valuesByKey(after)].flatMap(([key, { figure, values }]) => {
    const known = earlier.get(key);
    return known ? [compareFigure(figure, known.values, values)] : [];
  });
};
