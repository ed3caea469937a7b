import { formatNumber } from './format-number.ts';

/** "45 sec", "2.5 min" or "3 hr" in the viewer's locale. */
export const formatSeconds = (seconds: number): string => {
  if (seconds < 90) return formatNumber(seconds, { style: 'unit', unit: 'second', maximumFractionDigits: 0 });
  const minutes = seconds / 60;
  return minutes < 90
    ? formatNumber(minutes, { style: 'unit', unit: 'minute', maximumFractionDigits: 1 })
    : formatNumber(minutes / 60, { style: 'unit', unit: 'hour', maximumFractionDigits: 1 });
};
