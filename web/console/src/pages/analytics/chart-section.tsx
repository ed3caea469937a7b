import { NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { AnalyticsReport } from '../../api/generated.ts';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf, optionsOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { t } from '../../messages/translate.ts';
import { formatMs } from './format-figures.ts';
import { chartOf, type Measure, measureLabels, partLabels } from './measures.ts';

const UsageChart = lazy(() => import('../usage/usage-chart.tsx'));
const LatencyChart = lazy(() => import('./latency-chart.tsx'));

/** A chart of one measure by day. */
export const ChartSection = ({ report }: { report: AnalyticsReport }) => {
  const [shown, setShown] = useFilter('show');
  const measure: Measure = shown in measureLabels ? (shown as Measure) : 'conversations';
  const table = chartOf(report, measure);
  return (
    <Stack gap="sm">
      <NativeSelect
        label={t('usage.measure')}
        data={optionsOf(measureLabels)}
        value={measure}
        onChange={({ currentTarget: { value } }) => setShown(value === 'conversations' ? '' : value)}
        maw={240}
      />
      {table.series.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('analytics.noValues')}
        </Text>
      ) : (
        <Suspense fallback={<Skeleton height={280} />}>
          {measure === 'latency' ? (
            <LatencyChart table={table} format={(seconds) => formatMs(seconds * 1000)} />
          ) : (
            <UsageChart
              table={table}
              nameOf={(key) => labelOf(partLabels, key)}
              format={(amount) =>
                formatNumber(amount, { maximumFractionDigits: measure === 'credits' ? 4 : 0 })
              }
              isWhole={measure !== 'credits'}
            />
          )}
        </Suspense>
      )}
    </Stack>
  );
};
