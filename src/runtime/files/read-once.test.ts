import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilePart } from '../../rounds/index.ts';
import { createReadOnce } from './read-once.ts';

const part = (): FilePart => ({
  type: 'document',
  fileId: 'f',
  name: 'a.pdf',
  mediaType: 'application/pdf',
  sizeBytes: 1,
});
const { signal } = new AbortController();

test('all readers of a file get the result of one reading, also if it failed', async () => {
  const once = createReadOnce<string>();
  let readings = 0;
  const read = async () => `text ${++readings}`;
  const file = part();
  assert.deepEqual(await Promise.all([once(file, signal, read), once(file, signal, read)]), [
    'text 1',
    'text 1',
  ]);
  assert.equal(await once(file, signal, read), 'text 1');
  assert.equal(await once(part(), signal, read), 'text 2');
  const broken = part();
  const fail = async () => {
    readings++;
    throw new Error('damaged');
  };
  await assert.rejects(once(broken, signal, fail), /damaged/);
  await assert.rejects(once(broken, signal, fail), /damaged/);
  assert.equal(readings, 3);
});

test('a reading that one reader aborted is repeated for the other', async () => {
  const once = createReadOnce<string>();
  const file = part();
  const impatient = new AbortController();
  const first = once(
    file,
    impatient.signal,
    () =>
      new Promise((_resolve, reject) => {
        impatient.signal.addEventListener('abort', () => reject(impatient.signal.reason));
      }),
  );
  const second = once(file, signal, async () => 'text');
  impatient.abort(new Error('out of time'));
  await assert.rejects(first, /out of time/);
  assert.equal(await second, 'text');
});
