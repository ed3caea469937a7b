import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecognitionError } from '../recognition-error.ts';
import { isPlainText, readPlainFile } from './read-plain-file.ts';

test('plain text, Markdown and source code need no worker', () => {
  assert.deepEqual(['txt', 'md', 'ts', 'html', 'pdf', 'csv', 'json', 'docx', 'unknown'].map(isPlainText), [
    true,
    true,
    true,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('plain text is read as by a worker', async () => {
  assert.deepEqual(await readPlainFile(Buffer.from('# One\r\n\r\ntwo\u0007 three   \r\n'), 'md'), {
    kind: 'markdown',
    format: 'md',
    markdown: '# One\n\ntwo three',
    warnings: [],
  });
});

test('a file of another type is left to a worker, whatever its name says', async () => {
  const zip = Buffer.from('504b0304140000000800', 'hex');
  assert.equal(await readPlainFile(zip, 'md'), undefined);
  assert.equal(await readPlainFile(Buffer.from('%PDF-1.7\n'), 'txt'), undefined);
  assert.equal(await readPlainFile(Buffer.alloc(0), 'txt'), undefined);
});

test('a text without a letter is refused', async () => {
  await assert.rejects(
    readPlainFile(Buffer.from(' \n '), 'txt'),
    (error) => error instanceof RecognitionError && error.reason === 'no-text',
  );
});
