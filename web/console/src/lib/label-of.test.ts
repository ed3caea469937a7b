import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../test/support/console/english-messages.ts';
import { labelOf, optionsOf } from './label-of.ts';

const labels = { image: 'common.image', api: 'channels.api' } as const;

test('a value is shown by its name', () => {
  loadEnglishMessages();
  assert.equal(labelOf(labels, 'image'), 'image');
  assert.equal(labelOf(labels, 'api'), 'API');
});

test('a value without a name is shown as it is', () => {
  assert.equal(labelOf(labels, 'video'), 'video');
  assert.equal(labelOf(labels, 'constructor'), 'constructor');
});

test('options of a select field have the values in order', () => {
  loadEnglishMessages();
  assert.deepEqual(optionsOf(labels), [
    { value: 'image', label: 'image' },
    { value: 'api', label: 'API' },
  ]);
});
