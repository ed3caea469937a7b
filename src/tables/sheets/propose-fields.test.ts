import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHeader } from './find-header.ts';
import { fieldNameOf, proposeField } from './propose-fields.ts';

test('headers become valid field names', () => {
  const taken = new Set<string>();
  const names = [
    'Cost Total $',
    'cost total',
    'Größe (cm)',
    '% of Sales',
    'Order #',
    '订单号',
    '',
    'id',
    'unitPrice',
    '2025',
    'a'.repeat(50),
    'a'.repeat(50),
  ].map((header, column) => {
    const name = fieldNameOf(header, column, taken);
    taken.add(name);
    return name;
  });
  assert.deepEqual(names, [
    'cost_total',
    'cost_total_2',
    'grosse_cm',
    'percent_of_sales',
    'order_number',
    'column_6',
    'column_7',
    'id',
    'unit_price',
    '2025',
    'a'.repeat(32),
    `${'a'.repeat(27)}_2`,
  ]);
  for (const name of names) assert.match(name, /^[a-z0-9_]{1,32}$/);
});

test('types are proposed from all cells of a column', () => {
  const typeOf = (...cells: string[]) => proposeField('Value', cells, 0, new Set()).type;
  assert.equal(typeOf('1', '', '2,000'), 'INT');
  assert.equal(typeOf('1', '2.5'), 'FLOAT');
  assert.equal(typeOf('$5', '7 %'), 'FLOAT');
  assert.equal(typeOf('12 %', '100 %'), 'FLOAT');
  assert.equal(typeOf('yes', 'No'), 'BOOLEAN');
  assert.equal(typeOf('0', '1'), 'INT');
  assert.equal(typeOf('2026-01-31', '31 Jan 2026'), 'DATETIME');
  assert.equal(typeOf('03/04/2026'), 'DATETIME');
  assert.equal(typeOf('', ''), 'TEXT');
  assert.equal(typeOf('1', 'two'), 'TEXT');
  assert.equal(typeOf('007', '12'), 'TEXT', 'a leading zero');
  assert.equal(typeOf('+49 30 1234567'), 'TEXT', 'a phone number');
  assert.equal(typeOf('1234567890123456'), 'TEXT', 'more digits than a number keeps');
  assert.equal(proposeField('Phone', ['2125551234'], 0, new Set()).type, 'TEXT');
  assert.equal(proposeField('Telephone number', ['2125551234'], 0, new Set()).type, 'TEXT');
  assert.equal(proposeField('Hotel', ['5'], 0, new Set()).type, 'INT');
});

test('titles above the header are skipped', () => {
  const rows = (...lines: string[][]) => findHeader(lines);
  assert.equal(rows(['a', 'b', 'c'], ['1', '2', '3']), 0);
  assert.equal(rows(['Price list 2026', '', ''], ['Item', 'Price', 'Stock'], ['lamp', '5', '1']), 1);
  assert.equal(rows(['Item', 'Price', ''], ['lamp', '5', 'note']), 0, 'a column without a name');
  assert.equal(rows(['name'], ['x']), 0);
});
