const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Until then hours say more than "yesterday". */
const mostHours = 12;
const mostDays = 6;

const midnightOf = (ms: number): number => new Date(ms).setHours(0, 0, 0, 0);

/** "5 minutes ago", "yesterday", and the date when it is longer ago than a week. */
export const relativeTime = (ms: number, nowMs: number, locale: string): string => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const agoMs = Math.max(0, nowMs - ms);
  if (agoMs < minuteMs) return format.format(0, 'second');
  if (agoMs < hourMs) return format.format(-Math.floor(agoMs / minuteMs), 'minute');
  if (agoMs < mostHours * hourMs) return format.format(-Math.floor(agoMs / hourMs), 'hour');
  // Rounded, because a day in which the clocks change has 23 or 25 hours.
  const days = Math.round((midnightOf(nowMs) - midnightOf(ms)) / (24 * hourMs));
  if (days <= mostDays) return format.format(-days, 'day');
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(ms);
};
