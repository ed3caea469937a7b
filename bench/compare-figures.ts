import type { Figure } from './support/report.ts';

/** Less than this is the difference between two runs of the same program. */
const allowed = 1.15;

const keyOf = ({ group, name, database }: Figure): string => `${group}, ${name} (${database})`;

/** The ratios that became worse than the baseline's by more than is allowed, each told in a line. */
export const compareFigures = (baseline: readonly Figure[], now: readonly Figure[]): string[] => {
  const before = new Map(baseline.map((figure) => [keyOf(figure), figure]));
  return now
    .filter(({ unit }) => unit === 'ratio')
    .flatMap((figure) => {
      const earlier = before.get(keyOf(figure));
      if (!earlier) return [];
      const factor = figure.better === 'lower' ? figure.value / earlier.value : earlier.value / figure.value;
      if (factor <= allowed) return [];
      return [
        `WORSE: ${keyOf(figure)} is ${figure.value.toFixed(2)}, was ${earlier.value.toFixed(2)} (${((factor - 1) * 100).toFixed(0)}% worse)`,
      ];
    });
};
