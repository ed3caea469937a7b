import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTick } from 'node:timers/promises';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { createUploadQueue, type Upload } from './upload-queue.ts';

const fileNamed = (name: string): File => new File(['words'], name);

const openQueue = () => {
  const calls: { name: string; options: object; settle: PromiseWithResolvers<KnowledgeDocument> }[] = [];
  const seen: Upload[][] = [];
  const uploaded: string[] = [];
  const queue = createUploadQueue({
    send: (file, options, onProgress) => {
      const settle = Promise.withResolvers<KnowledgeDocument>();
      calls.push({ name: file.name, options, settle });
      onProgress(0.5);
      return settle.promise;
    },
    onChange: (uploads) => seen.push(uploads),
    onUploaded: ({ id }) => uploaded.push(id),
  });
  const states = () => seen.at(-1)!.map(({ file, state }) => `${file.name} ${state}`);
  return { queue, calls, states, uploaded, shown: () => seen.at(-1)! };
};

test('two files are uploaded at the same time, the next one when one is done', async () => {
  const { queue, calls, states, uploaded } = openQueue();
  queue.add(['a', 'b', 'c'].map(fileNamed), { chunkTokens: 40 });
  assert.deepEqual(states(), ['a sending', 'b sending', 'c waiting']);
  calls[0]!.settle.resolve({ id: 'document-a' } as KnowledgeDocument);
  await nextTick();
  assert.deepEqual(states(), ['b sending', 'c sending']);
  assert.deepEqual(uploaded, ['document-a']);
  assert.deepEqual(calls[2]!.options, { chunkTokens: 40 });
});

test('a rejected file stays in the list with the reason, does not stop the others, and can be retried', async () => {
  const { queue, calls, states, shown } = openQueue();
  queue.add(['a', 'b', 'c'].map(fileNamed), {});
  calls[0]!.settle.reject(new Error('the file is of type png'));
  await nextTick();
  assert.deepEqual(states(), ['a failed', 'b sending', 'c sending']);
  assert.equal(shown()[0]!.reason, 'the file is of type png');
  queue.retry(shown()[0]!.id);
  assert.deepEqual(states(), ['a waiting', 'b sending', 'c sending']);
  calls[1]!.settle.resolve({} as KnowledgeDocument);
  await nextTick();
  assert.deepEqual(states(), ['a sending', 'c sending']);
  assert.equal(shown()[0]!.reason, undefined);
});

test('progress is reported per file', () => {
  const { queue, shown } = openQueue();
  queue.add([fileNamed('a')], {});
  assert.equal(shown()[0]!.progress, 0.5);
  queue.remove(shown()[0]!.id);
  assert.deepEqual(shown(), []);
});
