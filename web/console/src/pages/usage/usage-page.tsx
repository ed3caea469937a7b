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
import { useResource } from '../../api/use-resource.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { useFilter } from '../../lib/use-filter.ts';
import { useAgents } from '../../session/use-agent.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { CreditsCard } from './credits-card.tsx';
import { type Grouping, type Measure, sumUsage, type UsageTable } from './sum-usage.ts';
import { usageCsv } from './usage-csv.ts';

const UsageChart = lazy(() => import('./usage-chart.tsx'));

const ranges = [
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
];
const measures = [
  { value: 'rounds', label: 'Answers' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'credits', label: 'Credits' },
];
const groupings = [
  { value: 'agent', label: 'Agent' },
  { value: 'model', label: 'Model' },
  { value: 'kind', label: 'What for' },
];

/** Midnight here, so many days ago: the day's bars begin where the operator's day does. */
const startOf = (days: number): number => {
  const midnight = new Date();
  midnight.setHours(0, 0, 0, 0);
  // By the calendar: a day may have 23 or 25 hours.
  midnight.setDate(midnight.getDate() - (days - 1));
  return Math.floor(midnight.getTime() / 1000);
};

const formatter = (measure: Measure) => (amount: number) =>
  amount.toLocaleString(undefined, { maximumFractionDigits: measure === 'credits' ? 4 : 0 });

const download = (text: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = 'usage.csv';
  link.click();
  URL.revokeObjectURL(link.href);
};

interface TotalsProps {
  table: UsageTable;
  nameOf(key: string): string;
  format(amount: number): string;
}

const Totals = ({ table: { series }, nameOf, format }: TotalsProps) => (
  <Table verticalSpacing={6} aria-label="Totals">
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

const UsagePage = () => {
  const workspace = useWorkspace();
  const [days, setDays] = useFilter('days');
  const [by, setBy] = useFilter('by');
  const [shown, setShown] = useFilter('show');
  const range = Number(days || '30');
  const measure = (shown || 'rounds') as Measure;
  const grouping = (by || 'agent') as Grouping;
  const agents = useAgents(workspace);
  const usage = useResource(at(workspace.api, '/usage'), {
    query: { from: startOf(range), utcOffsetMinutes: -new Date().getTimezoneOffset() },
  });
  const table = useMemo(
    () => usage.data && sumUsage(usage.data.items, usage.data.days, measure, grouping),
    [usage.data, measure, grouping],
  );
  const format = formatter(measure);
  const nameOf = (key: string): string =>
    grouping === 'agent'
      ? (agents.data?.items.find(({ id }) => id === key)?.name ?? `…${key.slice(-6)}`)
      : key.replaceAll('_', ' ');
  return (
    <>
      <PageHeader
        title="Usage"
        description="What agents answered and what it cost, by day. Days are those of your clock."
      >
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={!usage.data?.items.length}
          onClick={() => download(usageCsv(usage.data!.items))}
        >
          Download CSV
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <CreditsCard />
        <Paper p="lg">
          <Group mb="lg" justify="space-between" align="flex-end">
            <SegmentedControl
              transitionDuration={0}
              aria-label="Show"
              data={measures}
              value={measure}
              onChange={setShown}
            />
            <Group align="flex-end">
              <NativeSelect
                label="By"
                data={groupings}
                value={grouping}
                onChange={(event) => setBy(event.currentTarget.value)}
              />
              <NativeSelect
                label="Time"
                data={ranges}
                value={String(range)}
                onChange={(event) => setDays(event.currentTarget.value)}
              />
            </Group>
          </Group>
          <ResourceView resource={usage}>
            {(report) =>
              !table || table.series.length === 0 ? (
                <EmptyState icon={IconChartBar} title="Nothing was used in this time">
                  Every answer counts its tokens and, where prices are set for an agent, its credits. Try an
                  agent and come back.
                </EmptyState>
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
                      Totals
                    </Title>
                    <Totals table={table} nameOf={nameOf} format={format} />
                    <Text size="sm" c="dimmed" mt="xs">
                      {report.credits} credits in all.
                    </Text>
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
