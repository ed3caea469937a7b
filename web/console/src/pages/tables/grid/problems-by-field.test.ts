import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsByField } from './problems-by-field.ts';

const names = ['item', 'item_no', 'quantity'];

test('each part of an error is assigned to its field', () => {
  assert.deepEqual(problemsByField('item_no is required; quantity must be a number', names), {
    byField: { item_no: 'is required', quantity: 'must be a number' },
    rest: [],
  });
  assert.deepEqual(problemsByField('updated_fields: item must be a string', names).byField, {
    item: 'must be a string',
  });
});

test('an error that names no field stays whole', () => {
  assert.deepEqual(problemsByField('There is no such record in the table', names), {
    byField: {},
    rest: ['There is no such record in the table'],
  });
});
