import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAbout, withoutNoise } from './relevant-chunks.ts';

const byKeywords = (keywordScore: number) => ({ semanticScore: 0, keywordScore, confidence: 0 });

test('a search without chunks is about nothing', () => {
  assert.equal(isAbout('What is the price?', []), false);
});

for (const [language, query, limit] of [
  ['English', 'What is the price of the ticket?', 0.3],
  ['Chinese', '门票的价格是多少？', 0.3],
  ['Russian', 'Какая цена билета в музей?', 0.27],
  ['Arabic', 'ما هو سعر تذكرة المتحف؟', 0.23],
  ['Spanish', '¿Cuál es el precio de la entrada al museo?', 0.35],
  ['Thai', 'ตั๋วราคาเท่าไหร่', 0.25],
] as const)
  test(`by keywords alone, a ${language} question needs a chunk of at least ${limit}`, () => {
    assert.equal(isAbout(query, [byKeywords(0.1), byKeywords(limit)]), true);
    assert.equal(isAbout(query, [byKeywords(limit - 0.001)]), false);
  });

test('with an embedding, both scores decide with equal weight, or the semantic score alone', () => {
  const query = 'What is the price of the ticket?';
  const chunk = (semanticScore: number, keywordScore: number) => ({
    semanticScore,
    keywordScore,
    confidence: 1,
  });
  assert.equal(isAbout(query, [chunk(0.38, 0.38)]), true);
  assert.equal(isAbout(query, [chunk(0.37, 0.38)]), false);
  assert.equal(isAbout(query, [chunk(0.6, 0)]), true, 'a paraphrase');
  assert.equal(isAbout(query, [chunk(0.59, 0)]), false);
  assert.equal(isAbout(query, [chunk(0, 0.76)]), true, 'a name that the model does not know');
});

test('chunks far below the best one are noise', () => {
  const chunks = [byKeywords(0.8), byKeywords(0.33), byKeywords(0.31)];
  assert.deepEqual(withoutNoise(chunks), chunks.slice(0, 2));
  assert.deepEqual(withoutNoise([]), []);
});
