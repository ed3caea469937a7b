import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormField } from '../../../flows/index.ts';
import { readForm } from './read-form.ts';

const field = (name: string, label: string, required = true): FormField => ({
  name,
  label,
  type: 'text',
  required,
  description: '',
  choices: [],
});
const fields = [field('name', 'Your name'), field('note', 'Note', false)];

test('lines without a label belong to the field before them, blank lines included', () => {
  const { values, rejected } = readForm('* YOUR NAME: Ada\nNote: first\n\nsecond: line\n', fields, {});
  assert.deepEqual(values, { name: 'Ada', note: 'first\n\nsecond: line' });
  assert.equal(rejected.size, 0);
});

test('of two fields, a label is found before a name of a later field', () => {
  const { values } = readForm('b: x', [field('a', 'b'), field('b', 'c')], {});
  assert.deepEqual(values, { a: 'x' });
});

test('a field whose text is too long is rejected', () => {
  const { values, rejected } = readForm(`Your name: Ada\nNote: x\n${'y\n'.repeat(5000)}`, fields, {});
  assert.deepEqual(values, { name: 'Ada' });
  assert.deepEqual([...rejected.keys()], ['note']);
});
