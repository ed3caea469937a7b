import '@mantine/charts/styles.css';
import { LineChart } from '@mantine/charts';
import { formatDay } from '../../lib/format-day.ts';
import { labelOf } from '../../lib/label-of.ts';
import type { UsageTable } from '../usage/sum-usage.ts';
import { partLabels } from './measures.ts';

const colours: Record<string, string> = {
  firstP50: 'teal.6',
  firstP95: 'teal.9',
  totalP50: 'orange.5',
  totalP95: 'orange.8',
};

interface LatencyChartProps {
  table: UsageTable;
  format(seconds: number): string;
}

/** Lines over the days. Hidden from screen readers, which read the table below it. */
const LatencyChart = ({ table, format }: LatencyChartProps) => (
  <div aria-hidden>
    <LineChart
      h={280}
      data={table.rows.map((row) => ({ ...row, day: formatDay(row.day) }))}
      dataKey="day"
      // Hidden elements must not get the focus.
      lineChartProps={{ accessibilityLayer: false }}
      withLegend
      connectNulls
      curveType="linear"
      valueFormatter={format}
      series={table.series.map(({ key }) => ({
        name: key,
        label: labelOf(partLabels, key),
        color: colours[key] ?? 'gray.6',
      }))}
    />
  </div>
);

export default LatencyChart;
