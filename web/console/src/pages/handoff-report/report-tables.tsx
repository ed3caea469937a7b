import { SegmentedControl, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { HandoffFigures, HandoffReport } from '../../api/generated.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatDay } from '../../lib/format-day.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { formatSeconds } from '../../lib/format-seconds.ts';
import { type Labels, optionsOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { agentLabel } from '../usage/usage-labels.ts';
import { formatRating } from './format-rating.ts';
import { endingLabels, missedLabels, missedReasons, ratingStars, reasonLabels } from './report-labels.ts';

type Grouping = 'agent' | 'day';
const groupingLabels: Labels<Grouping> = { agent: 'handoffReport.byAgent', day: 'handoffReport.byDay' };

interface GroupRow extends HandoffFigures {
  key: string;
  name: string;
}

const rowsOf = ({ byAgent, byDay }: HandoffReport, grouping: Grouping): GroupRow[] =>
  grouping === 'agent'
    ? byAgent.map((group) => ({ ...group, key: group.agentId, name: agentLabel(group) }))
    : byDay.map((group) => ({ ...group, key: group.day, name: formatDay(group.day) })).toReversed();

const number = (key: string, header: string, read: (row: GroupRow) => number): Column<GroupRow> => ({
  key,
  header,
  align: 'right',
  render: (row) => formatNumber(read(row)),
});

const columnsOf = (grouping: Grouping): Column<GroupRow>[] => [
  {
    key: 'name',
    header: t(grouping === 'agent' ? 'common.agent' : 'handoffReport.day'),
    render: ({ name }) => name,
  },
  number('handoffs', t('handoffReport.handoffs'), ({ handoffs }) => handoffs),
  number('answered', t('handoffReport.answered'), ({ answered }) => answered),
  ...missedReasons.map((reason) => number(reason, t(missedLabels[reason]), ({ missed }) => missed[reason])),
  {
    key: 'median',
    header: t('handoffReport.median'),
    align: 'right',
    render: ({ medianFirstReplySeconds: seconds }) => (seconds === null ? '—' : formatSeconds(seconds)),
  },
  number('ratings', t('handoffReport.ratingCount'), ({ ratings }) => ratings.count),
  {
    key: 'rating',
    header: t('handoffReport.rating'),
    align: 'right',
    render: ({ ratings }) => formatRating(ratings.average),
  },
];

interface CountsProps {
  title: string;
  header: string;
  countHeader: string;
  /** In the order of the rows. */
  counts: [label: string, count: number][];
  empty: string;
}

/** The labels of reasons that occurred, most frequent first. */
const frequentFirst = (labels: Record<string, LabelKey>, counts: Record<string, number>) =>
  Object.entries(counts)
    .toSorted(([, left], [, right]) => right - left)
    .map(([reason, count]): [string, number] => [t(labels[reason]!), count]);

/** How often something occurred. */
const Counts = ({ title, header, countHeader, counts, empty }: CountsProps) => {
  const rows = counts.filter(([, count]) => count > 0);
  return (
    <div>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <DataTable
        label={title}
        rows={rows}
        rowKey={([label]) => label}
        columns={[
          { key: 'label', header, render: ([label]) => label },
          {
            key: 'count',
            header: countHeader,
            align: 'right',
            render: ([, count]) => formatNumber(count),
          },
        ]}
        empty={
          <Text size="sm" c="dimmed">
            {empty}
          </Text>
        }
      />
    </div>
  );
};

/** The numbers by agent or day, and how handoffs ended. */
export const ReportTables = ({ report }: { report: HandoffReport }) => {
  const [by, setBy] = useFilter('by');
  const grouping: Grouping = by === 'day' ? 'day' : 'agent';
  return (
    <Stack gap="lg">
      <div>
        <SegmentedControl
          mb="sm"
          transitionDuration={0}
          aria-label={t('usage.groupBy')}
          data={optionsOf(groupingLabels)}
          value={grouping}
          onChange={(value) => setBy(value === 'agent' ? '' : value)}
        />
        <DataTable
          label={t(groupingLabels[grouping])}
          rows={rowsOf(report, grouping)}
          rowKey={({ key }) => key}
          columns={columnsOf(grouping)}
        />
      </div>
      <SimpleGrid cols={{ base: 1, md: 2, lg: 3 }}>
        <Counts
          title={t('handoffReport.endings')}
          header={t('handoffReport.ending')}
          countHeader={t('handoffReport.count')}
          counts={frequentFirst(endingLabels, report.total.closed)}
          empty={t('handoffReport.noEndings')}
        />
        <Counts
          title={t('handoffReport.reasons')}
          header={t('handoffReport.reason')}
          countHeader={t('handoffReport.count')}
          counts={frequentFirst(reasonLabels, report.total.closedReasons)}
          empty={t('handoffReport.noReasons')}
        />
        <Counts
          title={t('handoffReport.ratings')}
          header={t('handoffReport.stars')}
          countHeader={t('handoffReport.ratingCount')}
          counts={ratingStars.map((stars) => [
            t('handoffReport.starsOf', { stars: Number(stars) }),
            report.total.ratings.stars[stars],
          ])}
          empty={t('handoffReport.noRatings')}
        />
      </SimpleGrid>
    </Stack>
  );
};
