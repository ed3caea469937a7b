import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { countOf } from '../../lib/count-of.ts';
import { foldRest, restKey } from './fold-rest.ts';
import type { UsageTable } from './sum-usage.ts';

const colours = ['teal.7', 'blue.6', 'orange.6', 'grape.6', 'cyan.7', 'pink.6', 'lime.8', 'gray.6'];
const shownSeries = colours.length;

interface UsageChartProps {
  table: UsageTable;
  nameOf(key: string): string;
  format(amount: number): string;
  /** Counted, not measured: no half of one on the axis. */
  isWhole: boolean;
}

/** Bars by day, stacked by group. The table below the chart says the same in numbers. */
const UsageChart = ({ table, nameOf, format, isWhole }: UsageChartProps) => {
  const { series, rows } = foldRest(table, shownSeries);
  const labelOf = (key: string): string =>
    key === restKey ? countOf(table.series.length - series.length + 1, 'other') : nameOf(key);
  return (
    <div aria-hidden>
      <BarChart
        h={280}
        data={rows}
        dataKey="day"
        type="stacked"
        // Hidden from readers of the screen, so nothing in it may take the focus.
        barChartProps={{ accessibilityLayer: false }}
        withLegend={series.length > 1}
        valueFormatter={format}
        maxBarWidth={56}
        yAxisProps={{ allowDecimals: !isWhole }}
        xAxisProps={{ tickFormatter: (day: string) => day.slice(5) }}
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
