import { SimpleGrid } from '@mantine/core';
import type { AnalyticsFigures, AnalyticsReport } from '../../api/generated.ts';
import { Figure } from '../../components/figure.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import { formatGrowth, formatMs, formatShare, goodShareOf, none } from './format-figures.ts';

interface Shown {
  label: string;
  value: string;
  /** Details below the value. */
  detail: string;
  /** The number that is compared with the period before. */
  amount(figures: AnalyticsFigures): number | null;
}

const withinOf = (ms: number | null): string =>
  ms === null ? t('analytics.noValue') : t('analytics.p95', { time: formatMs(ms) });

const creditsOf = ({ creditsPerConversation }: AnalyticsFigures): number | null =>
  creditsPerConversation === null ? null : Number(creditsPerConversation);

const shownOf = (total: AnalyticsFigures): Shown[] => [
  {
    label: t('analytics.conversations'),
    value: formatNumber(total.conversations),
    detail: t('analytics.repliesOf', { count: total.rounds }),
    amount: ({ conversations }) => conversations,
  },
  {
    label: t('analytics.users'),
    value: formatNumber(total.users.active),
    detail: t('analytics.usersOf', { fresh: total.users.new, returning: total.users.returning }),
    amount: ({ users }) => users.active,
  },
  {
    label: t('analytics.resolved'),
    value: formatShare(total.resolvedShare),
    detail: t('analytics.resolvedNote'),
    amount: ({ resolvedShare }) => resolvedShare,
  },
  {
    label: t('analytics.handoffShare'),
    value: formatShare(total.handoffShare),
    detail: t('analytics.handoffsOf', {
      count: total.handoffs.count,
      answered: formatNumber(total.handoffs.answered),
    }),
    amount: ({ handoffShare }) => handoffShare,
  },
  {
    label: t('analytics.waiting'),
    value: formatMs(total.waiting.firstReplyP50Ms),
    detail: withinOf(total.waiting.firstReplyP95Ms),
    amount: ({ waiting }) => waiting.firstReplyP50Ms,
  },
  {
    label: t('analytics.satisfaction'),
    value:
      total.satisfaction.average === null
        ? none
        : formatNumber(total.satisfaction.average, { maximumFractionDigits: 1 }),
    detail: t('analytics.satisfactionOf', { count: total.satisfaction.count }),
    amount: ({ satisfaction }) => satisfaction.average,
  },
  {
    label: t('analytics.goodRatings'),
    value: formatShare(goodShareOf(total.feedback)),
    detail: t('analytics.ratingsOf', { good: total.feedback.good, bad: total.feedback.bad }),
    amount: ({ feedback }) => goodShareOf(feedback),
  },
  {
    label: t('analytics.operatorRatings'),
    value: formatNumber(
      total.quality.unresolved + total.quality.partiallyResolved + total.quality.fullyResolved,
    ),
    detail: t('analytics.operatorRatingsOf', {
      resolved: total.quality.fullyResolved,
      partly: total.quality.partiallyResolved,
      unresolved: total.quality.unresolved,
    }),
    amount: ({ quality }) => quality.unresolved + quality.partiallyResolved + quality.fullyResolved,
  },
  {
    label: t('analytics.firstText'),
    value: formatMs(total.latency.firstTokenP50Ms),
    detail: withinOf(total.latency.firstTokenP95Ms),
    amount: ({ latency }) => latency.firstTokenP50Ms,
  },
  {
    label: t('analytics.wholeReply'),
    value: formatMs(total.latency.totalP50Ms),
    detail: withinOf(total.latency.totalP95Ms),
    amount: ({ latency }) => latency.totalP50Ms,
  },
  {
    label: t('analytics.creditsPerConversation'),
    value:
      total.creditsPerConversation === null
        ? none
        : formatNumber(Number(total.creditsPerConversation), { maximumSignificantDigits: 3 }),
    detail: t('analytics.creditsOf', { credits: formatCredits(total.credits) }),
    amount: creditsOf,
  },
  {
    label: t('analytics.nothingFound'),
    value: formatShare(total.rounds === 0 ? null : total.nothingFound / total.rounds),
    detail: t('analytics.repliesOf', { count: total.nothingFound }),
    amount: ({ rounds, nothingFound }) => (rounds === 0 ? null : nothingFound / rounds),
  },
];

/** The figures of the period, each with its change since the period before. */
export const TotalFigures = ({ report: { total, previous } }: { report: AnalyticsReport }) => (
  <SimpleGrid cols={{ base: 2, md: 3, lg: 4 }}>
    {shownOf(total).map(({ label, value, detail, amount }) => {
      const growth = formatGrowth(amount(total), amount(previous));
      return (
        <Figure
          key={label}
          label={label}
          value={value}
          note={
            <>
              {detail}
              <br />
              {growth === null ? t('analytics.noComparison') : t('analytics.compared', { growth })}
            </>
          }
        />
      );
    })}
  </SimpleGrid>
);
