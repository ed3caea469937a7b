import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '../../../bench/retrieval/random.ts';
import { createDocumentTable, type IndexedDocument } from './document-table.ts';

const hexId = (number: number): string => `65f0${(number * 7919).toString(16).padStart(20, '0')}`;
/** Ids of the service, and others that look similar. */
const idOf = (number: number): string => {
  if (number % 5 === 0) return `other-${number}`;
  return number % 7 === 0 ? hexId(number).toUpperCase() : hexId(number);
};

test('a table of documents returns them as they were added, after any additions and removals', () => {
  const random = createRandom(3);
  const below = (limit: number): number => Math.floor(random() * limit);
  const table = createDocumentTable();
  const expected = new Map<string, IndexedDocument>();
  for (let turn = 0; turn < 20_000; turn += 1) {
    const id = idOf(below(4000));
    if (random() < 0.6) {
      const document: IndexedDocument = {
        id,
        groupId: `group ${below(5)}`,
        uploadId: idOf(below(100_000)),
        chunkCount: below(50),
        models: ['a', 'b', 'c'].slice(below(3)),
        termsVersion: below(9),
        contentVersion: below(1000),
        tags: below(2) === 0 ? [] : [`tag ${below(4)}`],
        // More different ones than are shared.
        attributes: below(2) === 0 ? {} : { price: below(100_000), isNew: true },
      };
      assert.equal(table.add(document) === 0, expected.has(id));
      if (!expected.has(id)) expected.set(id, document);
    } else {
      assert.equal(table.remove(id) > 0, expected.delete(id));
    }
  }
  const places = new Set<number>();
  for (const [id, document] of expected) {
    const place = table.placeOf(id);
    places.add(place);
    assert.deepEqual(table.documentAt(place), document);
    assert.ok(table.serves(id, document.uploadId));
    assert.ok(!table.serves(id, `${document.uploadId}0`));
  }
  assert.equal(places.size, expected.size);
  // Places are used again.
  assert.ok(table.lastPlace <= 4000);
  assert.equal(table.placeOf('unknown'), 0);
  const inGroup = table.inGroups(['group 3', 'unknown']);
  for (const [id, { groupId }] of expected)
    assert.equal(inGroup[table.placeOf(id)], groupId === 'group 3' ? 1 : 0);
  assert.equal(inGroup[0], 0);
});

test('a document takes about a hundred bytes', () => {
  const table = createDocumentTable();
  for (let number = 0; number < 100_000; number += 1)
    table.add({
      id: hexId(number),
      groupId: 'group',
      uploadId: hexId(number + 1),
      chunkCount: 1,
      models: ['model'],
      termsVersion: 1,
      contentVersion: 1,
      tags: ['tag'],
      attributes: { product: 'umbrella' },
    });
  assert.ok(table.bytes < 100_000 * 130, `${table.bytes / 100_000} bytes`);
});
