import { Button, Paper, Stack } from '@mantine/core';
import { IconChartDots, IconDownload } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import type { AnalyticsReport } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { downloadCsv } from '../../lib/csv.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { analyticsCsv } from './analytics-csv.ts';
import { ChartSection } from './chart-section.tsx';
import { DetailSections } from './detail-sections.tsx';
import { FigureTables } from './figure-tables.tsx';
import { ReportFilters } from './report-filters.tsx';
import { ReportNotes } from './report-notes.tsx';
import { TotalFigures } from './total-figures.tsx';
import { type ReportQuery, useReportQuery } from './use-report-query.ts';

const Report = ({ report, query }: { report: AnalyticsReport; query: ReportQuery }) => (
  <>
    <ReportNotes report={report} />
    {report.days.length === 0 ? (
      <EmptyState icon={IconChartDots} title={t('analytics.empty')}>
        {t('analytics.emptyHint')}
      </EmptyState>
    ) : (
      <Stack gap="xl">
        <TotalFigures report={report} />
        <ChartSection report={report} />
        <FigureTables report={report} />
        <DetailSections query={query} />
      </Stack>
    )}
  </>
);

const AnalyticsPage = () => {
  const workspace = useWorkspace();
  const { query, values, set } = useReportQuery();
  const report = useResource(at(workspace.api, '/analytics'), { query });
  return (
    <>
      <PageHeader title={t('shell.page.analytics')} description={t('analytics.description')}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!report.data?.days.length}
          onClick={() => downloadCsv('analytics.csv', analyticsCsv(report.data!.days))}
        >
          {t('usage.download')}
        </Button>
      </PageHeader>
      <Paper p="lg">
        <ReportFilters values={values} set={set} channels={report.data?.channels ?? []} />
        <ResourceView resource={report}>{(data) => <Report report={data} query={query} />}</ResourceView>
      </Paper>
    </>
  );
};

export default AnalyticsPage;
