import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { halfSaturation, keywordScore } from '../../keywords/index.ts';
import { createKeywordIndex } from './keyword-index.ts';
import { keywordScores } from './keyword-scores.ts';
import { packTerms } from './pack-terms.ts';

const term = fc.constantFrom('a', 'b', 'c', 'd', 'e');
/** A word has one term or several that count as the same. */
const word = fc.uniqueArray(term, { minLength: 1, maxLength: 3 }).map((terms) => terms.sort());

test('scores over the whole index match the formula for each chunk', () => {
  const chunks = fc.array(fc.array(term, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(chunks, fc.array(word, { maxLength: 6 }), (texts, query) => {
      const index = createKeywordIndex();
      texts.forEach((terms, slot) => void index.add(slot, packTerms(terms)));
      const totalTerms = texts.flat().length;
      const averageLength = totalTerms / texts.length;
      // Values of an earlier search have no effect.
      const scores = new Float64Array(texts.length).fill(7);
      const figures = {
        places: new Uint32Array(texts.length).fill(1),
        halfSaturations: Float64Array.from(texts, (terms) => halfSaturation(terms.length, averageLength)),
        size: texts.length,
        chunkCount: texts.length,
      };
      keywordScores(index.find, query, figures, scores);
      texts.forEach((terms, slot) => {
        const termFigures = [...Map.groupBy(query, (asked) => asked.join()).values()].map((same) => ({
          occurrences: same.length,
          termFrequency: terms.filter((each) => same[0]!.includes(each)).length,
          documentFrequency: texts.filter((each) => each.some((one) => same[0]!.includes(one))).length,
        }));
        const expected = keywordScore(termFigures, {
          documentLength: terms.length,
          averageLength,
          documentCount: texts.length,
        });
        assert.ok(Math.abs(scores[slot]! - expected) < 1e-12);
      });
    }),
  );
});
