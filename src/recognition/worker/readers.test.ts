import assert from 'node:assert/strict';
import { test } from 'node:test';
import { categoryOf, fileFormats } from '../../lib/file-formats/index.ts';
import { type Reader, type Readers, readerOf } from './readers.ts';

test('every format has a reader, except recordings and refused formats', () => {
  for (const [format] of fileFormats) {
    const isRead = !['audio', 'other'].includes(categoryOf(format));
    assert.equal(readerOf(format) !== undefined, isRead, format);
  }
});

test('a format without a reader does not compile', () => {
  const read: Reader = () => Promise.reject(new Error('not called'));
  // @ts-expect-error: all other readers are missing.
  const readers: Readers = { pdf: read };
  assert.ok(readers);
});
