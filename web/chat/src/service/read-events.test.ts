import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEvents, type ServerEvent } from './read-events.ts';

const read = async (...pieces: string[]): Promise<ServerEvent[]> => {
  async function* source() {
    yield* pieces;
  }
  const events: ServerEvent[] = [];
  for await (const event of readEvents(source())) events.push(event);
  return events;
};

test('an event is read completely, however its text is divided', async () => {
  const text = 'id: 7\ndata: {"code":3,"data":"您好\\n"}\n\n: keep-alive\n\nid: 8\ndata: {"code":0}\n\n';
  const whole = [
    { id: '7', data: { code: 3, data: '您好\n' } },
    { id: '8', data: { code: 0 } },
  ];
  assert.deepEqual(await read(text), whole);
  assert.deepEqual(await read(...text), whole);
});

test('an incomplete event is dropped when the connection breaks', async () => {
  assert.deepEqual(await read('id: 1\ndata: {"code":11}\n\nid: 2\ndata: {"code":3,"da'), [
    { id: '1', data: { code: 11 } },
  ]);
});
