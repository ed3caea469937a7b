import type { UsageTable } from './sum-usage.ts';

/** Group of all others. It is not a valid id, model or kind. */
export const restKey = '(others)';

/** Merges the smallest groups into one if there are more than `most`. The sums stay the same. */
export const foldRest = ({ series, rows }: UsageTable, most: number): UsageTable => {
  if (series.length <= most) return { series, rows };
  const kept = series.slice(0, most - 1);
  const rest = series.slice(most - 1);
  return {
    series: [...kept, { key: restKey, total: rest.reduce((sum, { total }) => sum + total, 0) }],
    rows: rows.map((row) => {
      const keptAmounts = kept.flatMap(({ key }) => (row[key] === undefined ? [] : [[key, row[key]]]));
      const others = rest.reduce((sum, { key }) => sum + Number(row[key] ?? 0), 0);
      return {
        day: row.day,
        ...Object.fromEntries(keptAmounts),
        ...(others > 0 ? { [restKey]: others } : {}),
      };
    }),
  };
};
