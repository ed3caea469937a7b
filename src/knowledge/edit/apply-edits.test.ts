import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyEdits, type ChunkEdit } from './apply-edits.ts';

const file = (...texts: string[]) =>
  texts.map((text, position) => ({ text, headingPath: ['Title'], tokens: 1, position }));

const edit = (given: Partial<ChunkEdit> & Pick<ChunkEdit, 'id'>): ChunkEdit => ({
  kind: 'change',
  position: 0,
  original: null,
  content: '',
  headingPath: [],
  matchText: '',
  keywords: [],
  isEnabled: true,
  ...given,
});

const originalOf = (text: string) => ({ text, headingPath: [], matchText: '' });

const shown = (chunks: ReturnType<typeof applyEdits>) =>
  chunks.map(({ text, position, hasConflict }) => `${position} ${text}${hasConflict ? ' (conflict)' : ''}`);

test('an edit replaces the chunk with the same original text, wherever it is now', () => {
  const edits = [edit({ id: 'e', position: 0, original: originalOf('b'), content: 'B' })];
  const chunks = applyEdits(file('new', 'a', 'b'), edits);
  assert.deepEqual(shown(chunks), ['0 new', '1 a', '2 B']);
  assert.deepEqual(chunks[2]!.headingPath, ['Title']);
  assert.equal(chunks[2]!.editId, 'e');
});

test('an edit whose original text is gone becomes a chunk with a conflict mark at its old position', () => {
  const edits = [edit({ id: 'e', position: 1, original: originalOf('b'), content: 'B' })];
  assert.deepEqual(shown(applyEdits(file('a', 'b2', 'c'), edits)), ['0 a', '1 B (conflict)', '2 b2', '3 c']);
  assert.deepEqual(shown(applyEdits(file('a'), edits)), ['0 a', '1 B (conflict)']);
});

test('a removed chunk stays removed while the file has its text', () => {
  const edits = [edit({ id: 'e', kind: 'remove', original: originalOf('a') })];
  assert.deepEqual(shown(applyEdits(file('a', 'b'), edits)), ['0 b']);
  assert.deepEqual(shown(applyEdits(file('a2', 'b'), edits)), ['0 a2', '1 b']);
});

test('of equal texts each has its own edit, in order', () => {
  const edits = [
    edit({ id: 'second', position: 2, original: originalOf('same'), content: 'two' }),
    edit({ id: 'first', position: 0, original: originalOf('same'), content: 'one' }),
  ];
  assert.deepEqual(shown(applyEdits(file('same', 'x', 'same'), edits)), ['0 one', '1 x', '2 two']);
});

test('added chunks are last, in the order in which they were added', () => {
  const edits = ['1', '2'].map((id) => edit({ id, kind: 'add', position: 9, content: `added ${id}` }));
  assert.deepEqual(shown(applyEdits(file('a'), edits)), ['0 a', '1 added 1', '2 added 2']);
});
