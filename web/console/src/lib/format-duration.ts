import { formatNumber } from './format-number.ts';

/** "4.2 ms", "850 ms", "1.25 sec" in the viewer's locale. */
export const formatDuration = (durationMs: number): string =>
  durationMs < 1000
    ? formatNumber(durationMs, {
        style: 'unit',
        unit: 'millisecond',
        maximumFractionDigits: durationMs < 10 ? 1 : 0,
      })
    : formatNumber(durationMs / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 2 });
