import { formatNumber } from '../../lib/format-number.ts';
import { formatSeconds } from '../../lib/format-seconds.ts';

export const none = '—';

/** "850 ms" below a second, otherwise "2.4 s" or as long times are written. */
export const formatMs = (ms: number | null): string => {
  if (ms === null) return none;
  if (ms < 1000) return formatNumber(ms, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 0 });
  if (ms < 10_000)
    return formatNumber(ms / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  return formatSeconds(ms / 1000);
};

export const formatShare = (share: number | null): string =>
  share === null ? none : formatNumber(share, { style: 'percent', maximumFractionDigits: 1 });

/** Good ratings of all ratings. */
export const goodShareOf = ({ good, bad }: { good: number; bad: number }): number | null =>
  good + bad === 0 ? null : good / (good + bad);

/** "+12 %": how much a value has grown since the period before. null if there is nothing to compare with. */
export const formatGrowth = (value: number | null, before: number | null): string | null =>
  value === null || before === null || before === 0
    ? null
    : formatNumber(value / before - 1, {
        style: 'percent',
        maximumFractionDigits: 0,
        signDisplay: 'exceptZero',
      });
