import { activeLocale, t } from '../messages/translate.ts';

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
];

const justNowSeconds = 10;

/** "just now", "5 minutes ago", "in 3 days". */
export const formatAge = (timeMs: number, nowMs: number): string => {
  let amount = (timeMs - nowMs) / 1000;
  if (Math.abs(amount) < justNowSeconds) return t('common.justNow');
  const relative = new Intl.RelativeTimeFormat(activeLocale(), { numeric: 'auto' });
  for (const [unit, size] of units) {
    if (Math.abs(Math.round(amount)) < size) return relative.format(Math.round(amount), unit);
    amount /= size;
  }
  return '';
};
