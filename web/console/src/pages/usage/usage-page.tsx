import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SegmentedControl,
  Skeleton,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { lazy, Suspense, useMemo } from 'react';
import { at } from '../../api/address.ts';
import type { Usage } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { downloadCsv } from '../../lib/csv.ts';
import { formatCredits } from '../../lib/format-credits.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { type Labels, optionsOf } from '../../lib/label-of.ts';
import { startOfPeriod } from '../../lib/start-of-period.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { CreditsCard } from './credits-card.tsx';
import { amountOf, type Grouping, type Measure, sumUsage, type UsageTable } from './sum-usage.ts';
import { usageCsv } from './usage-csv.ts';
import { agentLabel, groupingLabels, groupLabel } from './usage-labels.ts';

const UsageChart = lazy(() => import('./usage-chart.tsx'));

const periods = [7, 30, 90];
const measureLabels: Labels<Measure> = {
  rounds: 'usage.measure.replies',
  tokens: 'usage.measure.tokens',
  credits: 'common.credits',
};

const formatter = (measure: Measure) => (amount: number) =>
  formatNumber(amount, { maximumFractionDigits: measure === 'credits' ? 4 : 0 });

interface TotalsProps {
  table: UsageTable;
  nameOf(key: string): string;
  format(amount: number): string;
}

const Totals = ({ table: { series }, nameOf, format }: TotalsProps) => (
  <Table verticalSpacing={6} aria-label={t('usage.totals')}>
    <Table.Tbody>
      {series.map(({ key, total }) => (
        <Table.Tr key={key}>
          <Table.Td>{nameOf(key)}</Table.Td>
          <Table.Td ta="right">{format(total)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const ofUsers = (items: readonly Usage[]): Usage[] => items.filter(({ isTest }) => !isTest);

/** What test chats used, which the chart leaves out. Nothing if there were none. */
const TestUsage = ({ items, credits }: { items: readonly Usage[]; credits: string }) => {
  const tests = items.filter(({ isTest }) => isTest);
  if (tests.length === 0) return null;
  const sumOf = (measure: Measure): number => tests.reduce((sum, item) => sum + amountOf(item, measure), 0);
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {t('usage.tests', {
        replies: sumOf('rounds'),
        tokens: sumOf('tokens'),
        credits: formatCredits(credits),
      })}
    </Text>
  );
};

const UsagePage = () => {
  const workspace = useWorkspace();
  const [days, setDays] = useFilter('days');
  const [by, setBy] = useFilter('by');
  const [shown, setShown] = useFilter('show');
  const range = Number(days || '30');
  const measure = (shown || 'rounds') as Measure;
  const grouping = (by || 'agent') as Grouping;
  const usage = useResource(at(workspace.api, '/usage'), {
    query: { from: startOfPeriod(range), utcOffsetMinutes: -new Date().getTimezoneOffset() },
  });
  const table = useMemo(
    () => usage.data && sumUsage(ofUsers(usage.data.items), usage.data.days, measure, grouping),
    [usage.data, measure, grouping],
  );
  const format = formatter(measure);
  const agentLabels = useMemo(
    () => new Map(usage.data?.items.map((item) => [item.agentId, agentLabel(item)])),
    [usage.data],
  );
  const nameOf = (key: string): string =>
    grouping === 'agent' ? (agentLabels.get(key) ?? '') : groupLabel(grouping, key);
  return (
    <>
      <PageHeader title={t('shell.page.usage')} description={t('usage.description')}>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!usage.data?.items.length}
          onClick={() => downloadCsv('usage.csv', usageCsv(usage.data!.items))}
        >
          {t('usage.download')}
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <CreditsCard />
        <Paper p="lg">
          <Group mb="lg" justify="space-between" align="flex-end">
            <SegmentedControl
              transitionDuration={0}
              aria-label={t('usage.measure')}
              data={optionsOf(measureLabels)}
              value={measure}
              onChange={setShown}
            />
            <Group align="flex-end">
              <NativeSelect
                label={t('usage.groupBy')}
                data={optionsOf(groupingLabels)}
                value={grouping}
                onChange={(event) => setBy(event.currentTarget.value)}
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
          </Group>
          <ResourceView resource={usage}>
            {(report) =>
              !table || table.series.length === 0 ? (
                <>
                  <EmptyState icon={IconChartBar} title={t('usage.empty')}>
                    {t('usage.emptyHint')}
                  </EmptyState>
                  <TestUsage items={report.items} credits={report.testCredits} />
                </>
              ) : (
                <Stack gap="lg">
                  <Suspense fallback={<Skeleton height={280} />}>
                    <UsageChart
                      table={table}
                      nameOf={nameOf}
                      format={format}
                      isWhole={measure !== 'credits'}
                    />
                  </Suspense>
                  <div>
                    <Title order={2} mb="xs">
                      {t('usage.totals')}
                    </Title>
                    <Totals table={table} nameOf={nameOf} format={format} />
                    <Text size="sm" c="dimmed" mt="xs">
                      {t('usage.totalCredits', { credits: formatCredits(report.credits) })}
                    </Text>
                    <TestUsage items={report.items} credits={report.testCredits} />
                  </div>
                </Stack>
              )
            }
          </ResourceView>
        </Paper>
      </Stack>
    </>
  );
};

export default UsagePage;
