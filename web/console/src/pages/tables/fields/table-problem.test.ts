import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTableProblem } from './table-problem.ts';

test('an error about a field is shown at that field', () => {
  assert.deepEqual(readTableProblem('fields[2].name must not be id: every record has it already'), {
    place: { part: 'name', field: 2 },
    text: 'Must not be id: every record has it already',
  });
});

test('an error about the table is shown at its part, any other error unchanged', () => {
  assert.deepEqual(readTableProblem('description is required').place, { part: 'description' });
  const other = 'The agent already has a table named orders';
  assert.deepEqual(readTableProblem(other), { place: undefined, text: other });
});
