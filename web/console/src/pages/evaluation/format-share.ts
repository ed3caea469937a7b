import { formatNumber } from '../../lib/format-number.ts';

/** "66.7%" in the viewer's locale. */
export const formatShare = (share: number): string =>
  formatNumber(share, { style: 'percent', maximumFractionDigits: 1 });
