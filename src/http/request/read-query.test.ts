import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readIds, readQuery } from './read-query.ts';

const known = new Set(['ids', 'page']);

test('items of a list are collected in order', () => {
  assert.deepEqual(readQuery({ 'ids[10]': 'c', 'ids[2]': 'b', 'ids[]': ['x', 'y'], ids: 'a' }, known), {
    ids: ['x', 'y', 'a', 'b', 'c'],
  });
  assert.deepEqual(readQuery({ 'ids[]': 'a' }, known), { ids: 'a' });
});

test('an empty value counts as absent, also within a list', () => {
  assert.deepEqual(readQuery({ page: '', ids: ['', 'a', ''], 'ids[]': '' }, known), { ids: 'a' });
  assert.deepEqual(readQuery({ page: ['', ''] }, known), {});
});

test('brackets after an unknown name stay part of the name', () => {
  const query = { 'filter[]': 'a', '__proto__[]': 'b', 'ids[x]': 'c', 'ids[0][0]': 'd', 'ids[-1]': 'e' };
  assert.deepEqual(Object.entries(readQuery(query, known)), Object.entries(query));
});

test('ids are separated by commas, trimmed and limited in number', () => {
  assert.deepEqual(readIds(['a, b', ' c,,'], 'ids'), ['a', 'b', 'c']);
  assert.throws(() => readIds(undefined, 'ids'), /ids must not be empty/);
  assert.throws(() => readIds([' , '], 'ids'), /ids must not be empty/);
  assert.throws(() => readIds(['a,b,c'], 'ids', 2), /ids must have at most 2 items/);
});
