import type { AnalyticsOfDay } from '../../api/generated.ts';
import { toCsv } from '../../lib/csv.ts';
import { type LabelKey, t } from '../../messages/translate.ts';

type Cell = string | number | null;

const columns: [LabelKey, (day: AnalyticsOfDay) => Cell][] = [
  ['handoffReport.day', ({ day }) => day],
  ['analytics.conversations', ({ conversations }) => conversations],
  ['analytics.replies', ({ rounds }) => rounds],
  ['analytics.part.failed', ({ failedRounds }) => failedRounds],
  ['analytics.csv.messagesToPeople', ({ messagesToPeople }) => messagesToPeople],
  ['analytics.csv.activeUsers', ({ users }) => users.active],
  ['analytics.part.newUsers', ({ users }) => users.new],
  ['analytics.part.returningUsers', ({ users }) => users.returning],
  ['analytics.csv.resolvedShare', ({ resolvedShare }) => resolvedShare],
  ['analytics.csv.handoffShare', ({ handoffShare }) => handoffShare],
  ['analytics.handoffs', ({ handoffs }) => handoffs.count],
  ['analytics.part.answered', ({ handoffs }) => handoffs.answered],
  ['handoffReport.missed.notTaken', ({ handoffs }) => handoffs.missed.notTaken],
  ['handoffReport.missed.noReply', ({ handoffs }) => handoffs.missed.noReply],
  ['handoffReport.missed.userLeft', ({ handoffs }) => handoffs.missed.userLeft],
  ['handoffReport.missed.unreachable', ({ handoffs }) => handoffs.missed.unreachable],
  ['analytics.csv.waitP50', ({ waiting }) => waiting.firstReplyP50Ms],
  ['analytics.csv.waitP95', ({ waiting }) => waiting.firstReplyP95Ms],
  ['analytics.csv.starRatings', ({ satisfaction }) => satisfaction.count],
  ['analytics.csv.stars', ({ satisfaction }) => satisfaction.average],
  ['analytics.part.good', ({ feedback }) => feedback.good],
  ['analytics.part.bad', ({ feedback }) => feedback.bad],
  ['analytics.csv.unresolved', ({ quality }) => quality.unresolved],
  ['analytics.csv.partiallyResolved', ({ quality }) => quality.partiallyResolved],
  ['analytics.csv.fullyResolved', ({ quality }) => quality.fullyResolved],
  ['analytics.csv.firstP50', ({ latency }) => latency.firstTokenP50Ms],
  ['analytics.csv.firstP95', ({ latency }) => latency.firstTokenP95Ms],
  ['analytics.csv.totalP50', ({ latency }) => latency.totalP50Ms],
  ['analytics.csv.totalP95', ({ latency }) => latency.totalP95Ms],
  ['common.credits', ({ credits }) => credits],
  ['analytics.csv.nothingFound', ({ nothingFound }) => nothingFound],
  ['analytics.calls', ({ toolCalls }) => toolCalls],
  ['analytics.toolFailures', ({ toolFailures }) => toolFailures],
];

/** A line for each day with activity. */
export const analyticsCsv = (days: readonly AnalyticsOfDay[]): string =>
  toCsv([
    columns.map(([header]) => t(header)),
    ...days.map((day) => columns.map(([, read]) => read(day) ?? '')),
  ]);
