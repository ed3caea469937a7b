import { t } from '../messages/translate.ts';
import { formatNumber } from './format-number.ts';

const units = ['KB', 'MB', 'GB'];

/** "512 bytes", "1.5 KB", "20 MB"; a KB is 1,024 bytes. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return t('common.bytes', { count: bytes });
  let amount = bytes / 1024;
  let unit = 0;
  // 1,023.5 would be rounded to 1,024 of the smaller unit.
  while (amount >= 1023.5 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${formatNumber(amount, { maximumFractionDigits: amount < 9.95 ? 1 : 0 })} ${units[unit]}`;
};
