import { shownLoad } from './machine-load.ts';
import type { Figure } from './support/report.ts';

export const shown = ({ value, unit }: Figure): string => {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return unit === 'ratio' ? `${value.toFixed(2)}×` : `${value.toFixed(digits)} ${unit}`;
};

export const meetsLimit = ({ value, better, limit }: Figure): boolean | undefined =>
  limit === undefined ? undefined : better === 'lower' ? value <= limit : value >= limit;

const limitOf = ({ better, limit, unit }: Figure): string =>
  limit === undefined
    ? ''
    : `${better === 'lower' ? '≤' : '≥'} ${Number(limit.toFixed(2))}${unit === 'ratio' ? '×' : ` ${unit}`}`;

/** The columns from the fourth on are numbers, except the last one. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string => {
  const rule = head.map((_name, column) => (column < 3 || column === head.length - 1 ? '---' : '---:'));
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
};

/** Markdown, for docs/performance.md. The load is what other programs used before, and what the host took meanwhile. */
export const tableOf = (figures: readonly Figure[]): string =>
  markdownTable(
    ['', 'Figure', 'Database', 'Measured', 'Target', 'Other load', ''],
    figures.map((figure) => {
      const isMet = meetsLimit(figure);
      const result = isMet === undefined ? '' : isMet ? 'met' : 'missed';
      const load = figure.load ? shownLoad(figure.load) : '';
      return [figure.group, figure.name, figure.database, shown(figure), limitOf(figure), load, result];
    }),
  );
