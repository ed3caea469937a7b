import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { automaticTextOn, chatSurfaces, contrastAdvice, defaultAccents } from './contrast-advice.ts';

test('the colors are those of the chat page', () => {
  const styles = readFileSync(join(import.meta.dirname, '../../../../../chat/src/styles/tokens.css'), 'utf8');
  const tokenOf = (name: string): string[] =>
    new RegExp(`--${name}: light-dark\\((\\S+), (\\S+)\\);`).exec(styles)!.slice(1);
  assert.deepEqual(tokenOf('surface'), [chatSurfaces.light, chatSurfaces.dark]);
  assert.deepEqual(tokenOf('accent'), [defaultAccents.light.accent, defaultAccents.dark.accent]);
  assert.deepEqual(tokenOf('on-accent'), [defaultAccents.light.onAccent, defaultAccents.dark.onAccent]);
});

test('a color that is too light or too dark gets a similar color that is visible on both pages', () => {
  for (const [color, problem] of [
    ['#ffdd00', 'isVisibleInLight'],
    ['#ffffff', 'isVisibleInLight'],
    ['#101014', 'isVisibleInDark'],
    ['#000000', 'isVisibleInDark'],
  ] as const) {
    const advice = contrastAdvice(color, '')!;
    assert.equal(advice[problem], false, color);
    assert.equal(advice.isTextReadable, true, color);
    const better = contrastAdvice(advice.suggestion!, '')!;
    assert.ok(better.isVisibleInLight && better.isVisibleInDark && better.suggestion === undefined, color);
  }
  assert.equal(contrastAdvice('#2e7d32', '')!.suggestion, undefined);
});

test('a chosen text color is judged, and nothing is said about a color that is being typed', () => {
  assert.equal(contrastAdvice('#2456d8', '#ffffff')!.isTextReadable, true);
  assert.equal(contrastAdvice('#2456d8', '#2456d8')!.text, 1);
  assert.equal(contrastAdvice('#777777', '#ffffff')!.isTextReadable, false);
  assert.equal(contrastAdvice('#24', ''), undefined);
  assert.equal(automaticTextOn('#ffdd00'), '#000000');
  assert.equal(automaticTextOn('#24'), undefined);
});
