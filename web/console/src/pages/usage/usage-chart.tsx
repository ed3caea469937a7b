import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { formatDay } from '../../lib/format-day.ts';
import { t } from '../../messages/translate.ts';
import { foldRest, restKey } from './fold-rest.ts';
import type { UsageTable } from './sum-usage.ts';

const colours = ['teal.7', 'blue.6', 'orange.6', 'grape.6', 'cyan.7', 'pink.6', 'lime.8', 'gray.6'];
const shownSeries = colours.length;

interface UsageChartProps {
  table: UsageTable;
  nameOf(key: string): string;
  format(amount: number): string;
  /** True for counts: the axis shows no fractions. */
  isWhole: boolean;
}

/** Bars per day, stacked by group. Hidden from screen readers, which read the table below it. */
const UsageChart = ({ table, nameOf, format, isWhole }: UsageChartProps) => {
  const { series, rows } = foldRest(table, shownSeries);
  const labelOf = (key: string): string =>
    key === restKey
      ? t('usage.otherGroups', { count: table.series.length - series.length + 1 })
      : nameOf(key);
  return (
    <div aria-hidden>
      <BarChart
        h={280}
        data={rows.map((row) => ({ ...row, day: formatDay(row.day) }))}
        dataKey="day"
        type="stacked"
        // Hidden elements must not get the focus.
        barChartProps={{ accessibilityLayer: false }}
        withLegend={series.length > 1}
        valueFormatter={format}
        maxBarWidth={56}
        yAxisProps={{ allowDecimals: !isWhole }}
        series={series.map(({ key }, index) => ({
          name: key,
          label: labelOf(key),
          color: colours[index]!,
        }))}
      />
    </div>
  );
};

export default UsageChart;
