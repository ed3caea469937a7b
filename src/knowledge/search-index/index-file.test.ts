import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createAgentIndex, restoreAgentIndex } from './agent-index.ts';
import { createIndexWriter, readIndexFile } from './index-file.ts';
import { packTerms } from './keywords/pack-terms.ts';
import { drawCurve } from './score-curve.ts';

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-index-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const curve = drawCurve((cosine) => Math.max(0, cosine));
const vectorAt = (number: number): Float32Array =>
  Float32Array.from([Math.cos(number), Math.sin(number), 0, 0]);

const documentAt = (number: number) => ({
  id: `d${number}`,
  groupId: `g${number % 2}`,
  uploadId: `u${number}`,
  chunkCount: 10,
  models: ['m'],
  termsVersion: 1,
  contentVersion: 0,
  tags: [],
  attributes: {},
});

const addChunks = (index: ReturnType<typeof createAgentIndex>, from: number, to: number): void => {
  for (let number = from; number < to; number += 1)
    index.addChunk({
      number,
      documentId: `d${Math.floor(number / 10)}`,
      termCount: 3,
      terms: packTerms(['all', `w${number % 7}`, `own${number}`]),
      vectors: number % 3 === 0 ? [] : [{ model: 'm', vector: vectorAt(number) }],
    });
};

const createIndex = () => {
  const index = createAgentIndex();
  for (let number = 0; number < 30; number += 1) index.addDocument(documentAt(number));
  addChunks(index, 0, 250);
  for (const id of ['d3', 'd20']) index.removeDocument(id);
  return index;
};

const save = (name: string, index = createIndex()): string => {
  const path = join(folder, name);
  const writer = createIndexWriter(path, index.save());
  while (!writer.step());
  return path;
};

const searchAll = (index: ReturnType<typeof createAgentIndex>) =>
  [{}, { groupIds: ['g1'] }, { dataIds: ['d4', 'd24'] }].map((scope) => {
    const vectors = [{ model: 'm', vector: vectorAt(5), curve, weight: 0.4 }];
    const found = index.search({ text: 'w4 own77', vectors, scope, limit: 40 });
    return found.numbers.map((number, at) => [number, found.keywordScores[at]]).sort((a, b) => a[0]! - b[0]!);
  });

test('an index from a file gives the same results and accepts the same changes', () => {
  const original = createIndex();
  const restored = readIndexFile(save('same', original), restoreAgentIndex);
  assert.deepEqual(searchAll(restored), searchAll(original));
  assert.equal(restored.holds(documentAt(4)), true);
  assert.equal(restored.holds({ ...documentAt(4), uploadId: 'newer' }), false);
  assert.equal(restored.holds({ ...documentAt(4), chunkCount: 11 }), false);
  assert.equal(restored.holds({ ...documentAt(4), models: ['m', 'n'] }), false);
  assert.equal(restored.holds({ ...documentAt(4), groupId: 'g1' }), false);
  assert.equal(restored.holds(documentAt(3)), false);
  for (const index of [original, restored]) {
    addChunks(index, 250, 290);
    index.removeDocument('d7');
  }
  assert.deepEqual(searchAll(restored), searchAll(original));
});

test('an empty index can be saved', () => {
  const restored = readIndexFile(save('empty', createAgentIndex()), restoreAgentIndex);
  assert.deepEqual(restored.survey({}, { withIds: true }), { chunks: 0, models: [], documentIds: [] });
});

test('a file that is truncated, changed anywhere or of another kind is rejected', () => {
  const path = save('damaged');
  const whole = readFileSync(path);
  for (const place of [0, 100, Math.floor(whole.length / 2), whole.length - 1]) {
    const changed = Buffer.from(whole);
    changed[place] = changed[place]! ^ 1;
    writeFileSync(path, changed);
    assert.throws(() => readIndexFile(path, restoreAgentIndex));
  }
  for (const length of [whole.length - 1, 100, 3, 0]) {
    writeFileSync(path, whole);
    truncateSync(path, length);
    assert.throws(() => readIndexFile(path, restoreAgentIndex));
  }
  assert.throws(() => readIndexFile(join(folder, 'missing'), restoreAgentIndex));
  const other = createIndexWriter(path, { meta: { format: 0 }, parts: [] });
  other.step();
  assert.throws(() => readIndexFile(path, restoreAgentIndex), /another version/);
});
