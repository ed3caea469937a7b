import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { keywordScore } from '../keywords/index.ts';
import { createKeywordIndex } from './keyword-index.ts';
import { keywordScores } from './keyword-scores.ts';
import { packTerms } from './pack-terms.ts';

const term = fc.constantFrom('a', 'b', 'c', 'd', 'e');

test('scores over the whole index are those of the formula for each chunk', () => {
  const chunks = fc.array(fc.array(term, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(chunks, fc.array(term, { maxLength: 6 }), (texts, query) => {
      const index = createKeywordIndex();
      texts.forEach((terms, slot) => void index.add(slot, packTerms(terms)));
      const totalTerms = texts.flat().length;
      const scores = keywordScores(index, query, {
        places: new Uint32Array(texts.length).fill(1),
        termCounts: Uint32Array.from(texts, (terms) => terms.length),
        size: texts.length,
        chunkCount: texts.length,
        totalTerms,
      });
      texts.forEach((terms, slot) => {
        const figures = [...new Set(query)].map((asked) => ({
          occurrences: query.filter((each) => each === asked).length,
          termFrequency: terms.filter((each) => each === asked).length,
          documentFrequency: texts.filter((each) => each.includes(asked)).length,
        }));
        const expected = keywordScore(figures, {
          documentLength: terms.length,
          averageLength: totalTerms / texts.length,
          documentCount: texts.length,
        });
        assert.ok(Math.abs(scores[slot]! - expected) < 1e-12);
      });
    }),
  );
});
