import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFields } from './read-fields.ts';

type Input = Parameters<typeof readFields>[0];

const read = (properties: Record<string, object>, text: string) =>
  readFields({ node: { schema: { properties } }, run: {} as Input['run'] }, text);

test('rules find the only candidate of each type', async () => {
  const properties = {
    count: { type: 'integer' },
    mail: { type: 'string', format: 'email' },
    day: { type: 'string', format: 'date' },
    size: { enum: ['small', 'large'] },
  };
  assert.deepEqual(await read(properties, 'Two large ones: 12, to ada@example.com on 2026-12-31.'), {
    count: 12,
    mail: 'ada@example.com',
    day: '2026-12-31',
    size: 'large',
  });
});

test('other work is done while a schema with many fields is read', async () => {
  const properties = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`f${at}`, { type: 'number' }]),
  );
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  const fields = await read(properties, 'It costs 12.5 in total');
  isDone = true;
  assert.equal(Object.keys(fields).length, 300);
  assert.equal(fields.f299, 12.5);
  assert.ok(turns > 100, `${turns} turns`);
});
