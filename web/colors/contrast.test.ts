import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf, type Rgb, readableOn, readColor, writeColor } from './contrast.ts';

const black: Rgb = [0, 0, 0];
const white: Rgb = [255, 255, 255];

test('only hexadecimal colors are accepted', () => {
  assert.deepEqual(readColor('#0a7'), [0, 170, 119]);
  assert.deepEqual(readColor('00AA77'), [0, 170, 119]);
  for (const color of [
    '',
    'red',
    '#12',
    '#12345',
    '#1234567',
    'url(x)',
    '#fff;background:url(//evil.example)',
  ])
    assert.equal(readColor(color), undefined, color);
});

test('the contrast ratio is the one of WCAG', () => {
  assert.equal(contrastOf(black, white), 21);
  assert.equal(contrastOf(white, white), 1);
  // The best known example: the lightest grey that is readable on white.
  assert.equal(contrastOf([0x76, 0x76, 0x76], white).toFixed(2), '4.54');
  assert.ok(contrastOf([0x77, 0x77, 0x77], white) < 4.5);
  assert.equal(contrastOf(white, [255, 0, 0]), contrastOf([255, 0, 0], white));
});

test('automatic text is readable on every color', () => {
  for (let red = 0; red < 256; red += 15)
    for (let green = 0; green < 256; green += 15)
      for (let blue = 0; blue < 256; blue += 15) {
        const color: Rgb = [red, green, blue];
        assert.ok(contrastOf(color, readColor(readableOn(color))!) >= 4.5, String(color));
      }
  assert.equal(readableOn(white), '#000000');
  assert.equal(readableOn([255, 221, 0]), '#000000');
  assert.equal(readableOn(black), '#ffffff');
  assert.equal(readableOn([30, 60, 160]), '#ffffff');
});

test('a color is written as it is read', () => {
  assert.equal(writeColor([0, 170, 119]), '#00aa77');
  assert.deepEqual(readColor(writeColor([1, 2, 255])), [1, 2, 255]);
});
