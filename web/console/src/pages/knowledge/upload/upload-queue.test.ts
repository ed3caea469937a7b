import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KnowledgeDocument } from '../../../api/generated.ts';
import { createUploadQueue, type Upload } from './upload-queue.ts';

const fileNamed = (name: string): File => new File(['words'], name);

const openQueue = () => {
  const calls: { name: string; options: object; settle: PromiseWithResolvers<KnowledgeDocument> }[] = [];
  const seen: Upload[][] = [];
  const taken: string[] = [];
  const queue = createUploadQueue({
    send: (file, options, onProgress) => {
      const settle = Promise.withResolvers<KnowledgeDocument>();
      calls.push({ name: file.name, options, settle });
      onProgress(0.5);
      return settle.promise;
    },
    onChange: (uploads) => seen.push(uploads),
    onTaken: ({ id }) => taken.push(id),
  });
  const states = () => seen.at(-1)!.map(({ file, state }) => `${file.name} ${state}`);
  return { queue, calls, states, taken, shown: () => seen.at(-1)! };
};

test('two files are sent at once, the next when one is done', async () => {
  const { queue, calls, states, taken } = openQueue();
  queue.add(['a', 'b', 'c'].map(fileNamed), { chunkTokens: 40 });
  assert.deepEqual(states(), ['a sending', 'b sending', 'c waiting']);
  calls[0]!.settle.resolve({ id: 'document-a' } as KnowledgeDocument);
  await nextTurn();
  assert.deepEqual(states(), ['b sending', 'c sending']);
  assert.deepEqual(taken, ['document-a']);
  assert.deepEqual(calls[2]!.options, { chunkTokens: 40 });
});

test('a refused file stays with the reason, holds up no other, and can be sent again', async () => {
  const { queue, calls, states, shown } = openQueue();
  queue.add(['a', 'b', 'c'].map(fileNamed), {});
  calls[0]!.settle.reject(new Error('its bytes are png'));
  await nextTurn();
  assert.deepEqual(states(), ['a refused', 'b sending', 'c sending']);
  assert.equal(shown()[0]!.reason, 'its bytes are png');
  queue.retry(shown()[0]!.id);
  assert.deepEqual(states(), ['a waiting', 'b sending', 'c sending']);
  calls[1]!.settle.resolve({} as KnowledgeDocument);
  await nextTurn();
  assert.deepEqual(states(), ['a sending', 'c sending']);
  assert.equal(shown()[0]!.reason, undefined);
});

test('progress is told per file', () => {
  const { queue, shown } = openQueue();
  queue.add([fileNamed('a')], {});
  assert.equal(shown()[0]!.share, 0.5);
  queue.remove(shown()[0]!.id);
  assert.deepEqual(shown(), []);
});
