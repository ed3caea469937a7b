import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitSilence } from './limit-silence.ts';

test('a silent source is given up after its earlier chunks were passed on', async () => {
  async function* source() {
    yield 'a';
    yield 'b';
    await new Promise(() => {});
  }
  const heard: string[] = [];
  await assert.rejects(async () => {
    for await (const piece of limitSilence(source(), 5)) heard.push(piece);
  }, /silent/);
  assert.deepEqual(heard, ['a', 'b']);
});

const readAll = async (pieces: AsyncIterable<string>): Promise<string[]> => {
  const heard: string[] = [];
  for await (const piece of pieces) heard.push(piece);
  return heard;
};

test('a source that ends in time is passed on completely', async () => {
  async function* source() {
    yield* ['a', 'b'];
  }
  assert.deepEqual(await readAll(limitSilence(source(), 5000)), ['a', 'b']);
});
