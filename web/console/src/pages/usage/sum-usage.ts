import type { Usage } from '../../api/generated.ts';

export type Measure = 'rounds' | 'tokens' | 'credits';
export type Grouping = 'agent' | 'model' | 'kind';

export interface Series {
  /** Agent id, model or kind. */
  key: string;
  total: number;
}

export interface UsageTable {
  /** Largest first. */
  series: Series[];
  /** One row per day, with the amount of each group that has one. */
  rows: ({ day: string } & Record<string, number | string>)[];
}

/** Credits are decimal text, because a number is not exact enough for a ledger; it is for a chart. */
export const amountOf = (item: Usage, measure: Measure): number => {
  if (measure === 'credits') return Number(item.credits);
  if (measure === 'tokens') return item.promptTokens + item.completionTokens;
  return item.kind === 'chat' ? item.entries : 0;
};

/** Group of usage without a model. It is not a valid name of a model. */
export const noModelKey = '(none)';

const groupOf = ({ agentId, model, kind }: Usage, grouping: Grouping): string =>
  grouping === 'agent' ? agentId : grouping === 'model' ? model || noModelKey : kind;

/** Amounts by day and group, including days without usage. */
export const sumUsage = (
  items: readonly Usage[],
  days: readonly string[],
  measure: Measure,
  grouping: Grouping,
): UsageTable => {
  const totals = new Map<string, number>();
  const byDay = new Map(days.map((day) => [day, new Map<string, number>()]));
  for (const item of items) {
    const amount = amountOf(item, measure);
    if (amount === 0) continue;
    const key = groupOf(item, grouping);
    totals.set(key, (totals.get(key) ?? 0) + amount);
    const day = byDay.get(item.day);
    day?.set(key, (day.get(key) ?? 0) + amount);
  }
  return {
    series: [...totals].map(([key, total]) => ({ key, total })).sort((a, b) => b.total - a.total),
    rows: [...byDay].map(([day, amounts]) => ({ day, ...Object.fromEntries(amounts) })),
  };
};
