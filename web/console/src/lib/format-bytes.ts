import { t } from '../messages/translate.ts';

const units = ['KB', 'MB', 'GB'];

/** "512 bytes", "1.5 KB", "20 MB"; a KB is 1,024 bytes. */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return t('common.bytes', { count: bytes });
  let amount = bytes / 1024;
  let unit = 0;
  // Already where it would be rounded to 1024 of the smaller unit.
  while (amount >= 1023.5 && unit < units.length - 1) {
    amount /= 1024;
    unit++;
  }
  return `${amount < 9.95 ? amount.toFixed(1).replace(/\.0$/, '') : Math.round(amount)} ${units[unit]}`;
};
