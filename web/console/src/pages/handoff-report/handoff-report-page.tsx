import { Button, Group, NativeSelect, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconDownload, IconReportAnalytics } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { at } from '../../api/address.ts';
import type { HandoffFigures, HandoffReport } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Figure } from '../../components/figure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { downloadCsv } from '../../lib/csv.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { formatSeconds } from '../../lib/format-seconds.ts';
import { labelOf } from '../../lib/label-of.ts';
import { startOfPeriod } from '../../lib/start-of-period.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { useAgents } from '../../session/use-agent.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { formatRating } from './format-rating.ts';
import { reportCsv } from './report-csv.ts';
import { outcomeLabels } from './report-labels.ts';
import { ReportTables } from './report-tables.tsx';
import { missedOf, sumOutcomes } from './sum-outcomes.ts';

const OutcomeChart = lazy(() => import('../usage/usage-chart.tsx'));

const periods = [7, 30, 90];

const TotalFigures = ({ total }: { total: HandoffFigures }) => {
  const workspace = useWorkspace();
  const { handoffs, answered, open, medianFirstReplySeconds: seconds, ratings } = total;
  const share = formatNumber(answered / handoffs, { style: 'percent', maximumFractionDigits: 0 });
  return (
    <SimpleGrid cols={{ base: 2, md: 3, lg: 5 }}>
      <Figure
        label={t('handoffReport.handoffs')}
        value={formatNumber(handoffs)}
        note={t('handoffReport.stillOpen', { count: open })}
      />
      <Figure
        label={t('handoffReport.answered')}
        value={formatNumber(answered)}
        note={t('handoffReport.answeredShare', { share })}
      />
      <Figure
        label={t('handoffReport.notAnswered')}
        value={formatNumber(missedOf(total))}
        note={t('overview.openMissed')}
        href={`${workspace.href}/human-sessions?missed=true`}
      />
      <Figure
        label={t('handoffReport.median')}
        value={seconds === null ? '—' : formatSeconds(seconds)}
        note={t('handoffReport.medianNote')}
      />
      <Figure
        label={t('handoffReport.rating')}
        value={formatRating(ratings.average)}
        note={t('handoffReport.ratingNote', { count: ratings.count })}
      />
    </SimpleGrid>
  );
};

const Report = ({ report }: { report: HandoffReport }) =>
  report.total.handoffs === 0 ? (
    <EmptyState icon={IconReportAnalytics} title={t('handoffReport.empty')}>
      {t('handoffReport.emptyHint')}
    </EmptyState>
  ) : (
    <Stack gap="lg">
      <TotalFigures total={report.total} />
      <Suspense fallback={<Skeleton height={280} />}>
        <OutcomeChart
          table={sumOutcomes(report)}
          nameOf={(key) => labelOf(outcomeLabels, key)}
          format={(amount) => formatNumber(amount)}
          isWhole
        />
      </Suspense>
      <ReportTables report={report} />
    </Stack>
  );

const HandoffReportPage = () => {
  const workspace = useWorkspace();
  const agents = useAgents(workspace).data?.items ?? [];
  const [days, setDays] = useFilter('days');
  const [agentId, setAgentId] = useFilter('agent');
  const range = Number(days || '30');
  const report = useResource(at(workspace.api, '/handoffs/report'), {
    query: { from: startOfPeriod(range), utcOffsetMinutes: -new Date().getTimezoneOffset(), agentId },
  });
  return (
    <>
      <PageHeader title={t('shell.page.handoffReport')} description={t('handoffReport.description')}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!report.data?.items.length}
          onClick={() => downloadCsv('handoffs.csv', reportCsv(report.data!.items))}
        >
          {t('usage.download')}
        </Button>
      </PageHeader>
      <Paper p="lg">
        <Group mb="lg" align="flex-end">
          <NativeSelect
            label={t('common.agent')}
            value={agentId}
            onChange={(event) => setAgentId(event.currentTarget.value)}
            data={[
              { value: '', label: t('handoffReport.allAgents') },
              ...agents.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          <NativeSelect
            label={t('usage.period')}
            data={periods.map((period) => ({
              value: String(period),
              label: t('usage.lastDays', { days: period }),
            }))}
            value={String(range)}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        </Group>
        <ResourceView resource={report}>{(data) => <Report report={data} />}</ResourceView>
      </Paper>
    </>
  );
};

export default HandoffReportPage;
