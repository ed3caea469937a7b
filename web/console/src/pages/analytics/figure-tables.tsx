import { SegmentedControl } from '@mantine/core';
import type { AnalyticsOfAgent, AnalyticsOfDay, AnalyticsReport } from '../../api/generated.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatDay } from '../../lib/format-day.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { type Labels, optionsOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { agentLabel } from '../usage/usage-labels.ts';
import { formatMs, formatShare, goodShareOf } from './format-figures.ts';

type Grouping = 'day' | 'agent';
const groupingLabels: Labels<Grouping> = { day: 'handoffReport.byDay', agent: 'handoffReport.byAgent' };

const text = <Row,>(key: string, header: string, render: (row: Row) => string): Column<Row> => ({
  key,
  header,
  align: 'right',
  render,
});

const sumColumns = <Row extends AnalyticsOfAgent | AnalyticsOfDay>(): Column<Row>[] => [
  text('conversations', t('analytics.conversations'), (row) => formatNumber(row.conversations)),
  text('replies', t('analytics.replies'), (row) => formatNumber(row.rounds)),
  text('resolved', t('analytics.resolved'), (row) => formatShare(row.resolvedShare)),
  text('handoffs', t('analytics.handoffs'), (row) => formatNumber(row.handoffs.count)),
  text('ratings', t('analytics.goodRatings'), (row) => formatShare(goodShareOf(row.feedback))),
  text('credits', t('common.credits'), (row) => formatCredits(row.credits)),
];

const dayColumns = (): Column<AnalyticsOfDay>[] => [
  { key: 'day', header: t('handoffReport.day'), render: ({ day }) => formatDay(day) },
  ...sumColumns<AnalyticsOfDay>(),
  text('users', t('analytics.users'), ({ users }) => formatNumber(users.active)),
  text('newUsers', t('analytics.part.newUsers'), ({ users }) => formatNumber(users.new)),
  text('first', t('analytics.firstText'), ({ latency }) => formatMs(latency.firstTokenP50Ms)),
  text('total', t('analytics.part.totalP95'), ({ latency }) => formatMs(latency.totalP95Ms)),
];

const agentColumns = (): Column<AnalyticsOfAgent>[] => [
  { key: 'agent', header: t('common.agent'), render: agentLabel },
  ...sumColumns<AnalyticsOfAgent>(),
  text('failed', t('analytics.part.failed'), ({ failedRounds }) => formatNumber(failedRounds)),
  text('tools', t('analytics.toolFailures'), ({ toolFailures }) => formatNumber(toolFailures)),
];

/** The numbers of the chart, by day and, for a workspace, by agent. */
export const FigureTables = ({ report: { days, agents } }: { report: AnalyticsReport }) => {
  const [by, setBy] = useFilter('by');
  const grouping: Grouping = by === 'agent' && agents.length > 0 ? 'agent' : 'day';
  return (
    <div>
      {agents.length > 0 && (
        <SegmentedControl
          mb="sm"
          transitionDuration={0}
          aria-label={t('usage.groupBy')}
          data={optionsOf(groupingLabels)}
          value={grouping}
          onChange={(value) => setBy(value === 'day' ? '' : value)}
        />
      )}
      {grouping === 'day' ? (
        <DataTable
          label={t('handoffReport.byDay')}
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          columns={dayColumns()}
        />
      ) : (
        <DataTable
          label={t('handoffReport.byAgent')}
          rows={agents}
          rowKey={({ agentId }) => agentId}
          columns={agentColumns()}
        />
      )}
    </div>
  );
};
