import { markdownTable, shown } from '../table-of.ts';
import type { Comparison } from './compare-runs.ts';

const percent = (share: number): string => `${(share * 100).toFixed(0)}%`;

const signed = (share: number): string =>
  share >= 0 ? `${percent(share)} worse` : `${percent(1 / (1 + share) - 1)} better`;

/** Markdown, one row for each figure. */
export const comparisonTable = (comparisons: readonly Comparison[], before: string): string =>
  markdownTable(
    ['', 'Figure', 'Database', before, 'Now', 'Change', 'Noise', ''],
    comparisons.map(({ figure, before, after, change, noise, verdict }) => [
      figure.group,
      figure.name,
      figure.database,
      shown({ ...figure, value: before }),
      shown({ ...figure, value: after }),
      signed(change),
      percent(noise),
      verdict === 'same' ? '' : verdict.toUpperCase(),
    ]),
  );
