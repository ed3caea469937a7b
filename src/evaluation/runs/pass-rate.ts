/** 95 percent. */
const z = 1.959964;

/** A share of attempts with its 95 % confidence interval (Wilson). */
export interface PassRate {
  rate: number;
  low: number;
  high: number;
}

/** Null without attempts. */
export const passRateOf = (passed: number, total: number): PassRate | null => {
  if (total === 0) return null;
  const rate = passed / total;
  const weight = 1 + z ** 2 / total;
  const center = (rate + z ** 2 / (2 * total)) / weight;
  const margin = (z / weight) * Math.sqrt((rate * (1 - rate)) / total + z ** 2 / (4 * total ** 2));
  // Exactly at the ends, where rounding would leave a trace.
  return {
    rate,
    low: passed === 0 ? 0 : Math.max(0, center - margin),
    high: passed === total ? 1 : Math.min(1, center + margin),
  };
};
