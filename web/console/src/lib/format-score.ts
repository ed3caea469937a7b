import { formatNumber } from './format-number.ts';

/** "0.537": always with all places, so that scores align. */
export const formatScore = (score: number, places = 3): string =>
  formatNumber(score, { minimumFractionDigits: places, maximumFractionDigits: places });
