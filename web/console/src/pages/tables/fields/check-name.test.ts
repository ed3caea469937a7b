import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldNameProblem, tableNameProblem, toTableName } from './check-name.ts';

test('names are checked by the rules of the service', () => {
  for (const name of ['', 'orders', 'a1_b']) assert.equal(tableNameProblem(name), undefined, name);
  for (const name of ['Orders', '1a', 'my table', 'ä', '_a']) assert.ok(tableNameProblem(name), name);
  assert.equal(fieldNameProblem('2025'), undefined);
  assert.ok(fieldNameProblem('Item'));
  assert.ok(fieldNameProblem('item', ['item']));
});

test('a text becomes a valid table name', () => {
  assert.equal(toTableName('My Orders (2026)'), 'my_orders_2026');
  assert.equal(toTableName('2026 Größe'), 'table_2026_gro_e');
  assert.equal(toTableName('订单'), '');
  assert.equal(toTableName('a'.repeat(40)).length, 32);
});
