import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellAfterEdit, nextCell } from './next-cell.ts';

const size = { rows: 3, columns: 2 };
const from = (row: number, column: number) => ({ row, column });

test('arrow keys move between cells and stop at the edges', () => {
  assert.deepEqual(nextCell(from(0, 0), { key: 'ArrowDown' }, size), from(1, 0));
  assert.deepEqual(nextCell(from(0, 0), { key: 'ArrowUp' }, size), from(0, 0));
  assert.deepEqual(nextCell(from(2, 1), { key: 'ArrowRight' }, size), from(2, 1));
  assert.deepEqual(nextCell(from(0, 1), { key: 'ArrowDown', isFar: true }, size), from(2, 1));
  assert.deepEqual(nextCell(from(1, 1), { key: 'Home' }, size), from(1, 0));
  assert.deepEqual(nextCell(from(1, 0), { key: 'End', isFar: true }, size), from(2, 1));
  assert.deepEqual(nextCell(from(0, 0), { key: 'PageDown' }, size), from(2, 0));
  assert.equal(nextCell(from(0, 0), { key: 'a' }, size), undefined);
  assert.equal(nextCell(from(0, 0), { key: 'Tab' }, size), undefined);
});

test('after editing, Enter moves down and Tab moves right, from the end of a row into the next', () => {
  assert.deepEqual(cellAfterEdit(from(0, 1), { key: 'Enter' }, size), from(1, 1));
  assert.deepEqual(cellAfterEdit(from(0, 1), { key: 'Enter', shiftKey: true }, size), from(0, 1));
  assert.deepEqual(cellAfterEdit(from(0, 1), { key: 'Tab' }, size), from(1, 0));
  assert.deepEqual(cellAfterEdit(from(1, 0), { key: 'Tab', shiftKey: true }, size), from(0, 1));
  assert.deepEqual(cellAfterEdit(from(2, 1), { key: 'Tab' }, size), from(2, 1));
});
