import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitSilence } from './limit-silence.ts';

test('a silent source is given up after its earlier chunks were passed on', async () => {
  async function* source() {
    yield 'a';
    yield 'b';
    await new Promise(() => {});
  }
  const received: string[] = [];
  await assert.rejects(async () => {
    for await (const piece of limitSilence(source(), { limitMs: 5 })) received.push(piece);
  }, /silent/);
  assert.deepEqual(received, ['a', 'b']);
});

const readAll = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  const received: string[] = [];
  for await (const piece of pieces) received.push(piece);
  return received;
};

test('a source that ends in time is passed on completely', async () => {
  async function* source() {
    yield* ['a', 'b'];
  }
  assert.deepEqual(await readAll(limitSilence(source(), { limitMs: 5000 })), ['a', 'b']);
});
