import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createAgentIndex, type IndexedChunk } from './agent-index.ts';
import { packTerms } from './keywords/pack-terms.ts';
import { drawCurve } from './score-curve.ts';

const curve = drawCurve((cosine) => Math.max(0, cosine));

const unit = (values: number[]): Float32Array => {
  const length = Math.hypot(...values) || 1;
  return Float32Array.from(values, (value) => value / length);
};

const chunk = (number: number, documentId: string, text: string, vector?: number[]): IndexedChunk => {
  const terms = text.split(' ');
  return {
    number,
    documentId,
    termCount: terms.length,
    terms: packTerms(terms),
    vectors: vector ? [{ model: 'm', vector: unit(vector) }] : [],
  };
};

const document = (id: string, groupId = 'g') => ({
  id,
  groupId,
  uploadId: `${id} upload`,
  chunkCount: 0,
  models: ['m'],
  termsVersion: 1,
  contentVersion: 0,
  tags: [],
  attributes: {},
});

const numbersOf = (
  index: ReturnType<typeof createAgentIndex>,
  query: Partial<Parameters<ReturnType<typeof createAgentIndex>['search']>[0]>,
): number[] =>
  index.search({ text: '', vectors: [], scope: {}, limit: 10, ...query }).numbers.sort((a, b) => a - b);

test('keywords find the chunks that have them, vectors those of a similar direction', () => {
  const index = createAgentIndex();
  index.addDocument(document('d'));
  index.addChunk(chunk(1, 'd', 'red apple', [1, 0]));
  index.addChunk(chunk(2, 'd', 'green pear', [0, 1]));
  assert.deepEqual(numbersOf(index, { text: 'pear' }), [2]);
  const vector = { model: 'm', vector: unit([1, 0.1]), curve };
  assert.deepEqual(numbersOf(index, { vectors: [{ ...vector, weight: 1 }], limit: 1 }), [1]);
  assert.deepEqual(numbersOf(index, { text: 'pear', vectors: [{ ...vector, weight: 0.5 }] }), [1, 2]);
});

test('a query vector of another length or model matches nothing', () => {
  const index = createAgentIndex();
  index.addDocument(document('d'));
  index.addChunk(chunk(1, 'd', 'a', [1, 0]));
  const other = { model: 'other', vector: unit([1, 0]), curve, weight: 1 };
  const longer = { model: 'm', vector: unit([1, 0, 0]), curve, weight: 1 };
  assert.deepEqual(numbersOf(index, { vectors: [other, longer] }), []);
});

test('after removing documents, even most of them, the others score as if they were alone', () => {
  const kept = Array.from({ length: 600 }, (_, at) =>
    chunk(at * 10, 'kept', `w${at % 7} common`, [at % 5, at % 3, 1]),
  );
  const mixed = createAgentIndex();
  mixed.addDocument(document('kept'));
  for (let at = 0; at < 20; at += 1) mixed.addDocument(document(`gone${at}`));
  kept.forEach((each, at) => {
    mixed.addChunk(each);
    for (let copy = 0; copy < 5; copy += 1)
      mixed.addChunk(chunk(at * 10 + 1 + copy, `gone${(at + copy) % 20}`, `w${at % 7} other`, [1, at, copy]));
  });
  for (let at = 0; at < 20; at += 1) mixed.removeDocument(`gone${at}`);
  const alone = createAgentIndex();
  alone.addDocument(document('kept'));
  for (const each of kept) alone.addChunk(each);
  const query = {
    text: 'w3 common',
    vectors: [{ model: 'm', vector: unit([1, 2, 3]), curve, weight: 0.5 }],
    scope: {},
    limit: 50,
  };
  const sorted = (index: typeof alone) => {
    const { numbers, keywordScores } = index.search(query);
    return numbers.map((number, at) => [number, keywordScores[at]]).sort((a, b) => a[0]! - b[0]!);
  };
  assert.deepEqual(sorted(mixed), sorted(alone));
  assert.deepEqual(mixed.survey({}, { withIds: true }), {
    chunks: 600,
    models: ['m'],
    documentIds: ['kept'],
  });
});

test('candidates by quantised vectors contain the true best', () => {
  const dimension = 48;
  const number = fc.double({ min: -1, max: 1, noNaN: true });
  const vector = fc.array(number, { minLength: dimension, maxLength: dimension });
  fc.assert(
    fc.property(fc.array(vector, { minLength: 60, maxLength: 60 }), vector, (vectors, asked) => {
      const index = createAgentIndex();
      index.addDocument(document('d'));
      vectors.forEach((each, at) => void index.addChunk(chunk(at + 1, 'd', 'x', each)));
      const query = unit(asked);
      const cosines = vectors.map((each) =>
        unit(each).reduce((sum, value, at) => sum + value * query[at]!, 0),
      );
      const best = cosines.indexOf(Math.max(...cosines));
      if (cosines[best]! <= 0.01) return;
      const found = numbersOf(index, {
        vectors: [{ model: 'm', vector: query, curve, weight: 1 }],
        limit: 20,
      });
      // Ties within the precision of a byte matter only at the edge of the candidates, which are many.
      assert.ok(found.includes(best + 1));
    }),
    { numRuns: 30 },
  );
});

test('an updated document is distinguished from its earlier content', () => {
  const index = createAgentIndex();
  index.addDocument(document('d'));
  assert.equal(index.serves('d', 'd upload'), true);
  assert.equal(index.serves('d', 'another'), false);
  assert.equal(index.serves('unknown', 'd upload'), false);
});

test('a chunk without a vector of the model has its keyword score, and each model has its weight', () => {
  const index = createAgentIndex();
  index.addDocument(document('d'));
  index.addChunk(chunk(1, 'd', 'pear tree'));
  index.addChunk(chunk(2, 'd', 'pear tree garden', [0, 1]));
  index.addChunk({ ...chunk(3, 'd', 'plum'), vectors: [{ model: 'n', vector: unit([1, 0]) }] });
  const query = (weight: number) => ({ model: 'm', vector: unit([0, 1]), curve, weight });
  assert.deepEqual(numbersOf(index, { text: 'pear', vectors: [query(1)] }), [1, 2]);
  assert.deepEqual(numbersOf(index, { text: 'pear', vectors: [query(1)], limit: 1 }), [2]);
  assert.deepEqual(numbersOf(index, { text: 'pear', vectors: [query(0.001)], limit: 1 }), [1]);
  const other = { model: 'n', vector: unit([1, 0]), curve, weight: 0.99 };
  assert.deepEqual(numbersOf(index, { text: 'pear', vectors: [query(0.1), other], limit: 1 }), [3]);
});
