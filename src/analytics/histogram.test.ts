import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addHistogram,
  addTo,
  bucketOf,
  decodeHistogram,
  encodeHistogram,
  type Histogram,
  percentileOf,
} from './histogram.ts';

const histogramOf = (durations: readonly number[]): Histogram => {
  const histogram: Histogram = new Map();
  for (const duration of durations) addTo(histogram, bucketOf(duration), 1);
  return histogram;
};

const exactPercentile = (durations: readonly number[], share: number): number =>
  durations.toSorted((left, right) => left - right)[Math.max(1, Math.ceil(share * durations.length)) - 1]!;

test('percentiles of added histograms are within 2.5 % of the exact ones', () => {
  const durations = fc.array(fc.double({ min: 1, max: 1e9, noNaN: true }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(durations, durations, fc.constantFrom(0.5, 0.95), (first, second, share) => {
      const sum = histogramOf(first);
      addHistogram(sum, histogramOf(second));
      const exact = exactPercentile([...first, ...second], share);
      assert.ok(Math.abs(percentileOf(sum, share)! - exact) <= exact * 0.025);
    }),
  );
});

test('a histogram is stored as text and read again, and counts can be subtracted', () => {
  const histogram = histogramOf([0, 0.4, 3, 3000]);
  assert.deepEqual(decodeHistogram(encodeHistogram(histogram)), histogram);
  for (const duration of [0, 0.4, 3, 3000]) addTo(histogram, bucketOf(duration), -1);
  assert.equal(encodeHistogram(histogram), '');
  assert.deepEqual(decodeHistogram(''), new Map());
  assert.equal(percentileOf(new Map(), 0.5), null);
});
