import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readableOn, readColor } from './accent.ts';

test('only hexadecimal colours are accepted', () => {
  assert.deepEqual(readColor('#0a7'), [0, 170, 119]);
  assert.deepEqual(readColor('00AA77'), [0, 170, 119]);
  for (const color of ['', 'red', '#12', '#12345', 'url(x)', '#fff;background:url(//evil.example)'])
    assert.equal(readColor(color), undefined, color);
});

test('text on a colour is readable', () => {
  assert.equal(readableOn(255, 255, 255), 'black');
  assert.equal(readableOn(255, 221, 0), 'black');
  assert.equal(readableOn(0, 0, 0), 'white');
  assert.equal(readableOn(30, 60, 160), 'white');
});
