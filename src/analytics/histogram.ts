/**
 * Counts by bucket. Histograms of several days are added bucket by bucket, so that percentiles of any range are computed from
 * the sums.
 */
export type Histogram = Map<number, number>;

/** Each bucket of a duration ends 5 % above its start. */
const growth = 1.05;
const logGrowth = Math.log(growth);

/** The bucket of a duration. Bucket 0 has everything below 1 ms. */
export const bucketOf = (durationMs: number): number =>
  durationMs < 1 ? 0 : 1 + Math.floor(Math.log(durationMs) / logGrowth);

/** The geometric middle of a bucket: at most 2.5 % from each duration in it. */
const middleOf = (bucket: number): number => (bucket === 0 ? 0 : growth ** (bucket - 0.5));

export const addTo = (histogram: Histogram, bucket: number, count: number): void => {
  const sum = (histogram.get(bucket) ?? 0) + count;
  if (sum === 0) histogram.delete(bucket);
  else histogram.set(bucket, sum);
};

export const addHistogram = (to: Histogram, from: Histogram): void => {
  for (const [bucket, count] of from) addTo(to, bucket, count);
};

/** `bucket:count`, joined by commas, in the order of the buckets. */
export const encodeHistogram = (histogram: Histogram): string =>
  [...histogram]
    .sort(([left], [right]) => left - right)
    .map(([bucket, count]) => `${bucket}:${count}`)
    .join(',');

const [zero, colon, comma] = [0x30, 0x3a, 0x2c];

/** Character by character: a year has half a million buckets, and splitting the text takes several times as long. */
export const eachBucket = (text: string, visit: (bucket: number, count: number) => void): void => {
  let [bucket, value] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === colon) {
      bucket = value;
      value = 0;
    } else if (code === comma) {
      visit(bucket, value);
      value = 0;
    } else value = value * 10 + code - zero;
  }
  if (text !== '') visit(bucket, value);
};

export const decodeHistogram = (text: string): Histogram => {
  const histogram: Histogram = new Map();
  eachBucket(text, (bucket, count) => histogram.set(bucket, count));
  return histogram;
};

export const countOf = (histogram: Histogram): number =>
  histogram.values().reduce((sum, count) => sum + count, 0);

/** The duration that the given share of all durations does not exceed, in milliseconds. null if there are none. */
export const percentileOf = (histogram: Histogram, share: number): number | null => {
  const total = countOf(histogram);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let reached = 0;
  for (const [bucket, count] of [...histogram].sort(([left], [right]) => left - right)) {
    reached += count;
    if (reached >= rank) return middleOf(bucket);
  }
  return null;
};
