import { formatNumber } from '../../lib/format-number.ts';

/** An average rating with one decimal, or a dash if nobody rated a session. */
export const formatRating = (average: number | null): string =>
  average === null ? '—' : formatNumber(average, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
