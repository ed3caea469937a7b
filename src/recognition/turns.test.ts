import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTurn } from './turns.ts';

const waiting = (name: string, isBackground: boolean, mayBeLong: boolean, overtakings = 0) => ({
  ...{ name, isBackground, mayBeLong, overtakings },
});

const order = (...all: ReturnType<typeof waiting>[]): string[] => inTurn(all).map(({ name }) => name);

test('people come first, then short documents, then long ones, each in the order they came', () => {
  assert.deepEqual(
    order(
      waiting('long 1', true, true),
      waiting('short 1', true, false),
      waiting('person 1', false, true),
      waiting('long 2', true, true),
      waiting('short 2', true, false),
      waiting('person 2', false, false),
    ),
    ['person 1', 'person 2', 'short 1', 'short 2', 'long 1', 'long 2'],
  );
});

test('a long document that sixteen went before waits like a short one', () => {
  const short = waiting('short', true, false);
  assert.deepEqual(order(waiting('long', true, true, 15), short), ['short', 'long']);
  assert.deepEqual(order(waiting('long', true, true, 16), short), ['long', 'short']);
  assert.deepEqual(order(waiting('long', true, true, 99), waiting('person', false, false)), [
    'person',
    'long',
  ]);
});
