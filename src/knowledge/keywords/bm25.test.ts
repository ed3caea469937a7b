import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  createCalibrateShare,
  inverseDocumentFrequency,
  keywordScore,
  type QueryTermFigures,
  termSaturation,
} from './bm25.ts';

const close = (actual: number, expected: number): void =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

test('weights match the formula', () => {
  close(inverseDocumentFrequency(1, 3), Math.log(1 + 2.5 / 1.5));
  // A document of average length: tf / (tf + k1).
  close(termSaturation(2, 100, 100), 2 / 3.5);
  // Twice as long as the average: k1 · (0.25 + 0.75 · 2).
  close(termSaturation(2, 200, 100), 2 / (2 + 1.5 * 1.75));
});

const figures = fc.record({
  occurrences: fc.integer({ min: 1, max: 5 }),
  termFrequency: fc.integer({ min: 0, max: 50 }),
  documentFrequency: fc.integer({ min: 0, max: 1000 }),
});
const collection = fc.record({
  documentLength: fc.integer({ min: 1, max: 5000 }),
  averageLength: fc.integer({ min: 1, max: 5000 }),
  documentCount: fc.constant(1000),
});

test('the score is in [0, 1) and is 0 exactly if no term occurs', () => {
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1, maxLength: 8 }), collection, (terms, of) => {
      const score = keywordScore(terms, of);
      assert.ok(score >= 0 && score < 1);
      assert.equal(
        score === 0,
        terms.every(({ termFrequency }) => termFrequency === 0),
      );
    }),
  );
});

test('one more occurrence of a term never lowers the score', () => {
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1, maxLength: 8 }), collection, (terms, of) => {
      const [first, ...others] = terms as [QueryTermFigures, ...QueryTermFigures[]];
      const more = [{ ...first, termFrequency: first.termFrequency + 1 }, ...others];
      assert.ok(keywordScore(more, of) > keywordScore(terms, of));
    }),
  );
});

test('an empty query and an empty collection score 0', () => {
  assert.equal(keywordScore([], { documentLength: 1, averageLength: 1, documentCount: 1 }), 0);
  assert.equal(
    keywordScore([{ occurrences: 1, termFrequency: 0, documentFrequency: 0 }], {
      documentLength: 0,
      averageLength: 0,
      documentCount: 0,
    }),
    0,
  );
});

test('in a small collection the same share of BM25 scores higher', () => {
  const scoreAmong = (documentCount: number) => createCalibrateShare(documentCount)(0.15);
  assert.ok(scoreAmong(5) > scoreAmong(20) && scoreAmong(20) > scoreAmong(100));
  assert.equal(scoreAmong(1000), scoreAmong(100_000));
  for (const documentCount of [1, 5, 100, 10_000]) {
    const calibrate = createCalibrateShare(documentCount);
    assert.equal(calibrate(0), 0);
    assert.ok(calibrate(0.2) < calibrate(0.3) && calibrate(0.95) < 1);
  }
});
