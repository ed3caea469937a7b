import type { AnalyticsOfDay, AnalyticsReport } from '../../api/generated.ts';
import type { Labels } from '../../lib/label-of.ts';
import type { LabelKey } from '../../messages/translate.ts';
import type { UsageTable } from '../usage/sum-usage.ts';

export type Measure = 'conversations' | 'replies' | 'users' | 'ratings' | 'handoffs' | 'credits' | 'latency';

export const measureLabels: Labels<Measure> = {
  conversations: 'analytics.conversations',
  replies: 'analytics.replies',
  users: 'analytics.users',
  ratings: 'analytics.ratings',
  handoffs: 'analytics.handoffs',
  credits: 'common.credits',
  latency: 'analytics.latency',
};

type Part = [key: string, label: LabelKey, read: (figures: AnalyticsOfDay) => number];

const conversationsOf = ({ conversations }: AnalyticsOfDay, share: number | null): number =>
  Math.round(conversations * (share ?? 0));

const missedOf = ({ handoffs: { missed } }: AnalyticsOfDay): number =>
  missed.notTaken + missed.noReply + missed.userLeft + missed.unreachable;

/** What a bar consists of. Percentiles cannot be stacked and are lines. */
const parts: Record<Measure, Part[]> = {
  conversations: [
    ['resolved', 'analytics.part.resolved', (figures) => conversationsOf(figures, figures.resolvedShare)],
    ['handedOff', 'analytics.part.handedOff', (figures) => conversationsOf(figures, figures.handoffShare)],
    [
      'unresolved',
      'analytics.part.unresolved',
      (figures) =>
        figures.conversations -
        conversationsOf(figures, figures.resolvedShare) -
        conversationsOf(figures, figures.handoffShare),
    ],
  ],
  replies: [
    ['done', 'analytics.part.replied', ({ rounds, failedRounds }) => rounds - failedRounds],
    ['failed', 'analytics.part.failed', ({ failedRounds }) => failedRounds],
  ],
  users: [
    ['new', 'analytics.part.newUsers', ({ users }) => users.new],
    ['returning', 'analytics.part.returningUsers', ({ users }) => users.returning],
  ],
  ratings: [
    ['good', 'analytics.part.good', ({ feedback }) => feedback.good],
    ['bad', 'analytics.part.bad', ({ feedback }) => feedback.bad],
  ],
  handoffs: [
    ['answered', 'analytics.part.answered', ({ handoffs }) => handoffs.answered],
    ['missed', 'analytics.part.missed', missedOf],
    [
      'other',
      'analytics.part.otherHandoffs',
      (figures) => figures.handoffs.count - figures.handoffs.answered - missedOf(figures),
    ],
  ],
  credits: [['credits', 'common.credits', ({ credits }) => Number(credits)]],
  latency: [
    ['firstP50', 'analytics.part.firstP50', ({ latency }) => (latency.firstTokenP50Ms ?? 0) / 1000],
    ['firstP95', 'analytics.part.firstP95', ({ latency }) => (latency.firstTokenP95Ms ?? 0) / 1000],
    ['totalP50', 'analytics.part.totalP50', ({ latency }) => (latency.totalP50Ms ?? 0) / 1000],
    ['totalP95', 'analytics.part.totalP95', ({ latency }) => (latency.totalP95Ms ?? 0) / 1000],
  ],
};

/** Names of the parts of all measures. */
export const partLabels: Labels = Object.fromEntries(
  Object.values(parts).flatMap((some) => some.map(([key, label]) => [key, label])),
);

const dayMs = 86_400_000;

/** All days of a period, also without activity. */
export const daysOf = ({ from, to }: AnalyticsReport['period']): string[] => {
  const first = Date.parse(from) / dayMs;
  const length = Date.parse(to) / dayMs - first + 1;
  return Array.from({ length }, (_, index) => new Date((first + index) * dayMs).toISOString().slice(0, 10));
};

/** The chart of a measure. Days without a latency have no point. */
export const chartOf = (
  { days, period }: Pick<AnalyticsReport, 'days' | 'period'>,
  measure: Measure,
): UsageTable => {
  const byDay = new Map(days.map((figures) => [figures.day, figures]));
  const amountsOf = (figures: AnalyticsOfDay | undefined): [string, number][] =>
    figures
      ? parts[measure]
          .map(([key, , read]): [string, number] => [key, read(figures)])
          .filter(([, amount]) => amount > 0)
      : [];
  const series = parts[measure].map(([key, , read]) => ({
    key,
    total: days.reduce((sum, figures) => sum + read(figures), 0),
  }));
  return {
    series: series.filter(({ total }) => total > 0),
    rows: daysOf(period).map((day) => ({ day, ...Object.fromEntries(amountsOf(byDay.get(day))) })),
  };
};
